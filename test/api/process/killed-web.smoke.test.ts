import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTcpProxy, type TcpProxy, throughPort } from '../../support/network/tcp-proxy.ts';
import { withholdAnswers } from '../../support/network/withheld-answer.ts';
import { type ServiceProcess, startProcess } from '../../support/service/processes.ts';
import { useService } from '../../support/service/service.ts';
import { checkCounts } from '../../support/storm/check-counts.ts';
import { checkHistory } from '../../support/storm/check-history.ts';
import { outcomeOf } from '../../support/storm/history.ts';
import { storm } from '../../support/storm/storm.ts';

const service = useService();
const answers = withholdAnswers();
let proxy: TcpProxy;
let webs: ServiceProcess[] = [];

beforeAll(async () => {
  const { DATABASE_URL = '' } = service.env;
  proxy = await startTcpProxy(Number(new URL(DATABASE_URL).port), answers.relay);
  webs = await Promise.all([
    startProcess('web', { ...service.env, DATABASE_URL: throughPort(DATABASE_URL, proxy.port) }),
    startProcess('web', service.env),
  ]);
});

afterAll(async () => {
  await Promise.all(webs.map((web) => web.stop()));
  await proxy?.close();
});

test('a repeated call returns the signup that a killed web process committed and did not answer (§1 rule 3, C3.10)', async () => {
  const account = await service.account();
  const waitlist = await service.waitlist(account);
  const urls = webs.map(({ url }) => url);
  const withheld = answers.withhold(3);
  const killed = withheld.then(() => {
    urls.shift();
    return webs[0]?.stop('SIGKILL');
  });
  const history = await storm({
    urls,
    key: account.key,
    waitlist,
    requests: 800,
    concurrency: 32,
    repeats: 0.1,
    referrals: 0.1,
    removals: 0.02,
    retry: true,
    seed: 21,
  });
  await killed;
  expect(history.signups.filter((call) => outcomeOf(call) === 'unknown').length).toBeGreaterThan(0);
  expect(history.signups.filter((call) => outcomeOf(call) === 'failed')).toEqual([]);
  const answered = history.signups.map(({ body }) => body?.id);
  expect(answered).toEqual(expect.arrayContaining(await withheld));
  expect(await checkHistory(service.sql, waitlist, history)).toEqual([]);
  expect(await checkCounts(service.sql, urls[0] ?? '', { key: account.key, waitlist })).toEqual([]);
});
