import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** Starts a file of `bench` in its own process. */
export function startPart(path: string, ...args: readonly (string | number)[]): ChildProcess {
  return fork(new URL(`../${path}`, import.meta.url), args.map(String));
}

/** The next message of a part. @throws if the part ends without one */
export async function answerOf<T>(part: ChildProcess): Promise<T> {
  const answered = new AbortController();
  const ended = once(part, 'exit', { signal: answered.signal }).then(([code]) => {
    throw new Error(`A part of the benchmark ended with ${code} before it answered`);
  });
  ended.catch(() => {});
  try {
    const [answer] = await Promise.race([once(part, 'message', { signal: answered.signal }), ended]);
    return answer;
  } finally {
    answered.abort();
  }
}

/** What a part has counted since the last call. */
export function countOf<T>(part: ChildProcess): Promise<T> {
  part.send('count');
  return answerOf<T>(part);
}
