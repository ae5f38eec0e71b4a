import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

/** `npm run examples`: apart from `npm test`, because it installs and builds each example and the clients of other languages. */
export default defineConfig({
  test: {
    ...base.test,
    include: ['test/examples/*.test.ts', 'test/clients/*.test.ts'],
    exclude: [],
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
