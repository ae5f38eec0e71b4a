import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** Starts a file of `bench` in its own process. */
export function startPart(path: string, ...args: readonly (string | number)[]): ChildProcess {
  return fork(new URL(`../${path}`, import.meta.url), args.map(String));
}

/** The next message of a part. */
export async function answerOf<T>(part: ChildProcess): Promise<T> {
  const [answer] = await once(part, 'message');
  return answer;
}

/** What a part has counted since the last call. */
export function countOf<T>(part: ChildProcess): Promise<T> {
  part.send('count');
  return answerOf<T>(part);
}
