import { defineConfig } from 'vitest/config';
import { common, globalSetup } from '../../vitest.config.ts';

/**
 * `npm run examples`: apart from `npm test`, because it installs and builds each example and the clients of
 * other languages.
 */
export default defineConfig({
  test: {
    ...common,
    globalSetup,
    include: ['test/examples/*.test.ts', 'test/clients/*.test.ts'],
    maxWorkers: 1,
  },
});
