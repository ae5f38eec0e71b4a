import { type ServiceProcess, startProcess } from '../../support/service/processes.ts';

/** Web processes that a run kills and replaces. */
export interface WebProcesses {
  /** Their current URLs: `replace` changes the array in place. */
  readonly urls: string[];
  /** Kills the process at this index with SIGKILL and starts another one. */
  replace(index: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one process for each environment. */
export async function startWebs(envs: readonly NodeJS.ProcessEnv[]): Promise<WebProcesses> {
  const webs: ServiceProcess[] = await Promise.all(envs.map((env) => startProcess('web', env)));
  const urls = webs.map(({ url }) => url);
  return {
    urls,
    async replace(index) {
      await webs[index]?.stop('SIGKILL');
      const next = await startProcess('web', envs[index] ?? {});
      webs[index] = next;
      urls[index] = next.url;
    },
    async stop() {
      await Promise.all(webs.map((web) => web.stop()));
    },
  };
}
