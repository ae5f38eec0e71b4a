import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/examples/**'], // they install: `npm run examples`
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    isolate: false, // nothing is opened at import, so files may share what they import
    maxWorkers: 4, // on two cores: many tests wait rather than compute
    testTimeout: 180_000, // a busy machine is no failure: these limits end only what hangs
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
