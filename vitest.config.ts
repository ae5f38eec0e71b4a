import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take over half a minute. Begun last, one of them would run alone at the end, on one core. */
const slow =
  /api\/process\/(restarts|secrets|stop-signals|model)|race-matrix|heavy-bodies|dashboard\/.*browser|dev\/start|metrics|tls|storm/;

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/examples/**', 'test/clients/**'], // they install and build: `npm run examples`
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    isolate: false, // nothing is opened at import, so files may share what they import
    maxWorkers: 4, // on two cores: many tests wait rather than compute
    sequence: { sequencer: SlowFirst },
    testTimeout: 300_000, // a busy machine is no failure: these limits end only what hangs
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
