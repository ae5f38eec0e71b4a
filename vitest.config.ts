import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take over half a minute. Begun last, one of them would run alone at the end, on one core. */
const slow =
  /smoke|api\/(process\/(restarts|secrets|stop-signals|model)|metrics|scopes|signups\/filters|http\/(heavy-bodies|refusals|fuzz))|race-matrix|dashboard\/(email\.|team\/spellings|.*browser)|tls|storm|scale\/patroni/;

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

const endToEnd = 'test/**/*.e2e.test.ts';
const sweeping = 'test/**/*.sweep.test.ts';
const installing = 'test/{examples,clients}/**'; // they install and build: `npm run examples`

/** More than there are cores: many tests wait rather than compute. */
const maxWorkers = Math.min(12, 2 * availableParallelism());

export const globalSetup = ['test/support/global-setup.ts'];

/** What all projects have in common. */
export const common = {
  pool: 'forks',
  isolate: false, // nothing is opened at import, so files may share what they import
  testTimeout: 600_000, // a busy machine is no failure: these limits end only what hangs
  hookTimeout: 600_000,
  expect: { poll: { timeout: 240_000 } },
} as const;

export default defineConfig({
  test: {
    globalSetup, // once, for all projects
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'quick', // `npm test`: all that runs in one process, and *.smoke.test.ts
          include: ['test/**/*.test.ts'],
          exclude: [endToEnd, sweeping, installing],
          maxWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: 'sweeps', // one question to every route, page or table, and models with random steps
          include: [sweeping],
          exclude: [installing],
          maxWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: 'e2e', // processes of the build, browsers, kills
          include: [endToEnd],
          maxWorkers: 3, // each starts processes of its own
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
