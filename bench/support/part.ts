import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** Starts a part of a benchmark in a process of its own, from a file of `bench`. */
export function startPart(path: string, ...args: readonly (string | number)[]): ChildProcess {
  return fork(new URL(`../${path}`, import.meta.url), args.map(String));
}

/** What a part says next. */
export async function answerOf<T>(part: ChildProcess): Promise<T> {
  const [answer] = await once(part, 'message');
  return answer;
}

/** What a part has counted since it was last asked. */
export function countOf<T>(part: ChildProcess): Promise<T> {
  part.send('count');
  return answerOf<T>(part);
}
