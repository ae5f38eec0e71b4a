import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobNames } from '../../src/shared/platform/queue/jobs.ts';
import {
  type Found,
  findPrometheus,
  type Prometheus,
  startPrometheus,
} from '../support/deployment/prometheus.ts';
import { type FakeProvider, startFakeProvider } from '../support/fakes/fake-provider.ts';
import { type MailSink, startMailSink } from '../support/mail-sink.ts';
import { type ServiceProcess, startProcess } from '../support/service/processes.ts';
import { useService } from '../support/service/service.ts';

const isInstalled = (await findPrometheus()) !== undefined;
if (!isInstalled)
  console.error(
    'SKIPPED: prometheus is not installed, so the alerts and the dashboard are not tried with it',
  );

const token = 'a-token-for-prometheus';

test.skipIf(!isInstalled)('the alert rules are valid, and fire when they should', async () => {
  const run = promisify(execFile);
  await run('promtool', ['check', 'config', '--syntax-only', 'ops/prometheus.yml']);
  await run('promtool', ['check', 'rules', 'ops/alerts.yml']);
  await run('promtool', ['test', 'rules', 'ops/alerts.test.yml']);
});

describe.skipIf(!isInstalled)('what Prometheus stores of a web and a worker process', () => {
  let sink: MailSink;
  let receiver: FakeProvider;
  const env: NodeJS.ProcessEnv = { METRICS_TOKEN: token };
  const service = useService(env, async () => {
    sink = await startMailSink();
    receiver = await startFakeProvider(() => ({ status: 200, body: 'thanks' }));
    Object.assign(env, { MANAGED_EMAIL_URL: sink.url });
  });
  let processes: ServiceProcess[] = [];
  let prometheus: Prometheus;
  let makeTraffic: () => Promise<void>;

  beforeAll(async () => {
    processes = await Promise.all([startProcess('web', service.env), startProcess('worker', service.env)]);
    const url = processes[0]?.url ?? '';
    prometheus = await startPrometheus(new URL(url).host, token);

    const [account, limited] = [await service.account(), await service.account({ requestsPerMinute: 1 })];
    const waitlist = await service.waitlist(account);
    await service.call('PUT', '/v1/integrations/webhook', account.key, {
      payload: { config: { url: `${receiver.url}/hook` } },
    });
    let signups = 0;
    makeTraffic = async () => {
      const signUp = fetch(`${url}/v1/waitlists/${waitlist}/signups`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${account.key}`,
          'content-type': 'application/json',
          'x-forwarded-for': `10.0.${Math.floor(signups / 250)}.${signups % 250}`,
        },
        body: JSON.stringify({ email: `n${signups++}@example.com` }),
      });
      expect((await signUp).status).toBe(201);
      await fetch(`${url}/v1/account`, { headers: { authorization: `Bearer ${limited.key}` } });
    };
  });
  afterAll(async () => {
    await prometheus?.close();
    await Promise.all(processes.map((process) => process.stop()));
    await Promise.all([sink?.close(), receiver?.close()]);
  });

  /** What is wrong with an answer in which these labels are used; undefined if nothing is. */
  function wrongWith(found: readonly Found[], labels: readonly string[]): string | undefined {
    if (found.length === 0) return 'no data';
    const missing = labels.filter((label) => found.some((series) => !(label in series.labels)));
    if (missing.length > 0) return `no label ${missing}`;
    return found.every(({ value }) => Number.isNaN(value)) ? 'no number' : undefined;
  }

  test('keeps the names of the labels: Prometheus has none of them itself', async () => {
    const tasks = async () =>
      (await prometheus.query('waitlist_outbox_jobs')).map(({ labels }) => labels.task).sort();
    await expect.poll(tasks, { interval: 500 }).toEqual(jobNames().sort());
    expect((await prometheus.labels()).filter((name) => name.startsWith('exported_'))).toEqual([]);
  });

  test('has what each alert looks at, with the labels that it names', async () => {
    const rules = await prometheus.rules();
    expect(rules.length).toBeGreaterThan(0);
    const problems = async () => {
      await makeTraffic();
      const found: string[] = [];
      for (const { name, query, annotations } of rules) {
        for (const [selector] of query.matchAll(/\b(?:up|(?:waitlist|nodejs|process)_\w+)\b(?:\{[^}]*\})?/g))
          if ((await prometheus.query(selector)).length === 0) found.push(`${name}: no ${selector}`);
        if (query.startsWith('absent(')) continue; // has a value only when it fires
        const named = [...JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g)].map(
          ([, label = '']) => label,
        );
        const wrong = wrongWith(await prometheus.query(withoutThreshold(query)), named);
        if (wrong !== undefined && wrong !== 'no number') found.push(`${name}: ${wrong}`); // 0 of 0 is fine
      }
      return found;
    };
    await expect.poll(problems, { interval: 500 }).toEqual([]);
  });

  test('has data for each panel of the dashboard, with the labels of its legend', async () => {
    const { panels } = JSON.parse(await readFile('ops/grafana-dashboard.json', 'utf8'));
    const problems = async () => {
      await makeTraffic();
      const found: string[] = [];
      for (const { title, targets = [] } of panels) {
        for (const { expr, legendFormat } of targets) {
          const query = withoutThreshold(expr.replaceAll('$__rate_interval', '1m'));
          const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
          const wrong = wrongWith(await prometheus.query(query), named);
          if (wrong !== undefined) found.push(`${title}: ${wrong}`);
        }
      }
      return found;
    };
    await expect.poll(problems, { interval: 500 }).toEqual([]);
  });
});

/** What a rule compares, or a panel shows a part of. */
const withoutThreshold = (expression: string) => expression.replace(/ (>|<|==) [\d.e+]+$/, '');
