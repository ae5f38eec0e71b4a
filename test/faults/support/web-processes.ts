import { type ServiceProcess, startProcess } from '../../support/service/processes.ts';

/** Web processes that are killed and replaced while clients call them. */
export interface WebProcesses {
  /** Where they answer; changes in place. */
  readonly urls: string[];
  /** Kills the one at this place with SIGKILL, and starts another one instead. */
  replace(index: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one with each environment. */
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
