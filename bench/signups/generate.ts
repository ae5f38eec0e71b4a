import { once } from 'node:events';
import { answerOf, startPart } from '../support/part.ts';
import type { LoadRequest, LoadResult } from './generator.ts';

/** Runs the load generator in its own process. */
export async function generate(request: LoadRequest): Promise<LoadResult> {
  const generator = startPart('signups/generator.ts');
  generator.send(request);
  const result = await answerOf<LoadResult>(generator);
  if (generator.exitCode === null) await once(generator, 'exit');
  return result;
}
