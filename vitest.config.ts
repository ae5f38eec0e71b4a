import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    isolate: false, // nothing is opened at import, so files may share what they import
    maxWorkers: 4, // on two cores: many tests wait rather than compute
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } }, // a slow machine is no failure
  },
});
