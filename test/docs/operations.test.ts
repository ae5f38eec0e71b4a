import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';

const seconds = (ms: number) => `${ms / 1_000} s`;
const words = ['no', 'one', 'two', 'three', 'four', 'five'];

/** Where the code has a figure, and what the page says of it. */
const figures: [file: string, figure: RegExp, text: (value: number) => string][] = [
  [
    'platform/monitoring/publish-metrics.ts',
    /publishIntervalMs = ([\d_]+)/,
    (ms) => `in Redis every ${seconds(ms)} and`,
  ],
  [
    'platform/monitoring/publish-metrics.ts',
    /expirySeconds = ([\d_]+)/,
    (s) => `from the page ${s} s after it stops`,
  ],
  [
    'platform/monitoring/publish-metrics.ts',
    /probeTimeoutMs = ([\d_]+)/,
    (ms) => `the process within ${seconds(ms)}; asked`,
  ],
  [
    '../api/routes/scrape.ts',
    /tablesIntervalMs = ([\d_]+)/,
    (ms) => `Postgres is asked every ${seconds(ms)}`,
  ],
  ['../api/routes/scrape.ts', /postgresTimeoutMs = ([\d_]+)/, (ms) => `page waits ${seconds(ms)} for it`],
  ['list/signups/signup-batcher.ts', /maxItems: ([\d_]+)/, (count) => `with little load, ${count} at most`],
  [
    'platform/queue/outbox.ts',
    /maxCrashes = ([\d_]+)/,
    (count) => `because their worker died ${words[count]} times`,
  ],
  [
    'platform/queue/overdue-jobs.ts',
    /LIMIT (\d+)\) counted\) AS pending/,
    (count) => `counted to ${count.toLocaleString('en')}`,
  ],
  [
    'platform/queue/overdue-jobs.ts',
    /LIMIT (\d+)\) looked_at/,
    (count) => `looks at ${count.toLocaleString('en')} accounts`,
  ],
  ['platform/process/log.ts', /bufferMs = ([\d_]+)/, (ms) => `at the latest ${ms} ms after they were logged`],
  [
    'platform/postgres/migrate.ts',
    /lock_timeout = '(\d+)s'/,
    (s) => `A migration waits ${s} s at most for a lock`,
  ],
];

describe('docs/operations.md, with docs/upgrading.md', () => {
  let page: string;
  beforeAll(async () => {
    const pages = ['docs/operations.md', 'docs/upgrading.md'].map((file) => readFile(file, 'utf8'));
    page = (await Promise.all(pages)).join('\n');
  });

  test.each(figures)('has the figure of %s: %s', async (file, figure, text) => {
    const [, value = ''] = figure.exec(await readFile(`src/shared/${file}`, 'utf8')) ?? [];
    expect(page.replace(/\s+/g, ' ')).toContain(text(Number(value.replaceAll('_', ''))));
  });

  test('lists each alert with the severity, threshold and time of its rule', async () => {
    const rules = (await readFile('ops/alerts.yml', 'utf8')).split('- alert: ').slice(1);
    const inRules = rules.map((rule) => [
      /^\w+/.exec(rule)?.[0],
      /severity: (\w+)/.exec(rule)?.[1],
      /(?:>|==) [\d.e]+$/m.exec(rule)?.[0],
      /^ +for: (\w+)/m.exec(rule)?.[1] ?? '',
    ]);
    const rows = page.matchAll(/^\| \[(\w+)\]\((#\w+)\) \| (\w+) \| [^|]+ `([^|`]+)` \| (\w*) ?\|$/gm);
    expect(
      [...rows].map(([, alert, , severity, threshold, time]) => [alert, severity, threshold, time]),
    ).toEqual(inRules);
  });
});
