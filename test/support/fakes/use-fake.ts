import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { FakeProvider } from './fake-provider.ts';

/** Starts a fake for the tests of a file; it forgets its requests and scripts before each of them. */
export function useFake<Fake extends FakeProvider>(start: () => Promise<Fake>): () => Fake {
  let fake: Fake | undefined;
  beforeAll(async () => {
    fake = await start();
  });
  beforeEach(() => fake?.reset());
  afterAll(() => fake?.close());
  return () => {
    if (!fake) throw new Error('The fake starts before the tests, not while they are declared.');
    return fake;
  };
}
