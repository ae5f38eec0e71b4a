import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openMetrics } from '../../src/shared/metrics.ts';
import { openServiceGauges } from '../../src/shared/platform/monitoring/service-gauges.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

/** All series that a scrape may contain, also those without a sample yet. */
async function servedNames(): Promise<Set<string>> {
  const { body } = await service.call('GET', '/metrics');
  return new Set(
    [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

/** The metrics in an expression: names with an underscore that are neither labels nor in quotes. */
function namesIn(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\b(by|on) \([^)]*\)/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '');
  return bare.match(/\b[a-z]+_[a-z0-9_]+\b(?! ?\()/g) ?? [];
}

/** The expressions of the alert rules, each with all its lines. */
const ruleExpressions = (text: string) =>
  [...text.matchAll(/^ +expr: (?:\|\n)?((?:.|\n)*?)(?=^ +(?:for|labels):)/gm)].map(([, expr = '']) => expr);

test('the dashboard uses existing metrics, and all of the service’s own', async () => {
  const { panels, templating } = JSON.parse(await read('ops/grafana-dashboard.json'));
  const expressions: string[] = panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  );
  const asked = new Set(expressions.flatMap(namesIn));
  const served = await servedNames();
  expect([...asked].filter((name) => !served.has(name))).toEqual([]);

  const metricOf = (name: string) => name.replace(/_(bucket|sum|count)$/, '');
  const shown = new Set([...asked].map(metricOf));
  const own = new Set([...served].filter((name) => name.startsWith('waitlist_')).map(metricOf));
  expect([...own].filter((name) => !shown.has(name))).toEqual([]);
  expect(templating.list).toContainEqual(expect.objectContaining({ name: 'datasource', type: 'datasource' }));
});

test('the alerts use existing metrics, and link to their headings', async () => {
  const rules = await read('ops/alerts.yml');
  const served = await servedNames();
  const asked = ruleExpressions(rules).map(namesIn);
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  expect(asked.length).toBe(alerts.length);
  expect(asked.flat().filter((name) => !served.has(name))).toEqual([]);
  // The first uses Prometheus' own `up`.
  expect(asked.slice(1).filter((names) => names.length === 0)).toEqual([]);

  const docs = await read('docs/operations.md');
  const tests = await read('ops/alerts.test.yml');
  for (const alert of alerts) {
    expect(rules).toContain(`"docs/operations.md" }}#${alert.toLowerCase()}'\n`);
    expect(docs).toContain(`\n### ${alert}\n`);
    expect(tests).toContain(`- alertname: ${alert}\n`);
  }
});

test('the documentation describes exactly the service’s own metrics', async () => {
  // Code blocks contain names of tables.
  const docs = (await read('docs/operations.md')).replace(/^```.*?^```/gms, '');
  const documented = new Set(
    docs.match(/\bwaitlist_[a-z_]+\b/g)?.filter((name) => !/_(bucket|sum|count)$/.test(name)),
  );
  const { body } = await service.call('GET', '/metrics');
  const own = [...body.matchAll(/^# TYPE (waitlist_\w+) /gm)].map(([, name]) => name);
  expect([...documented].sort()).toEqual(own.sort());
});

/**
 * Labels of Prometheus itself, and of what finds processes for it. It renames ours that are called the same.
 */
const reserved =
  /^(job|instance|le|quantile|__.*|exported_.*|namespace|service|pod|container|node|endpoint|alertname|severity)$/;

test('no label has a name of Prometheus’, and the documentation names the labels of each metric', async () => {
  const docs = await read('docs/operations.md');
  const registries = [openMetrics('web').registry, openServiceGauges().registry];
  const declared = registries.flatMap((registry) => registry.getMetricsAsArray()) as unknown as {
    name: string;
    labelNames: string[];
  }[];
  expect(declared.length).toBeGreaterThan(10);
  for (const { name, labelNames } of declared) {
    expect([name, labelNames.filter((label) => reserved.test(label))]).toEqual([name, []]);
    const cell = labelNames.map((label) => `\`${label}\``).join(', ');
    expect(docs).toContain(`| \`${name}\` |${cell ? ` ${cell}` : ''} | `);
  }
  const { body } = await service.call('GET', '/metrics');
  const served = [...body.matchAll(/^(\w+)\{(.*)\} /gm)].flatMap(([, name = '', labels = '']) =>
    [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => `${name} ${label}`),
  );
  const ofSummaries = /_bucket le$| quantile$/;
  expect(served.filter((each) => reserved.test(each.split(' ')[1] ?? '') && !ofSummaries.test(each))).toEqual(
    [],
  );
});

test('the SQL statements in the documentation run', async () => {
  const docs = await read('docs/operations.md');
  const statements = [...docs.matchAll(/^```sql\n(.*?)^```/gms)].map(([, statement = '']) => statement);
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) await service.sql.unsafe(`EXPLAIN ${statement}`);
});
