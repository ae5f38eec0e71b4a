import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Balancer, startBalancer } from '../../../support/network/balancer.ts';
import { type ServiceProcess, startProcess } from '../../../support/service/processes.ts';
import { useService } from '../../../support/service/service.ts';
import { checkHistory } from '../../../support/storm/check-history.ts';
import { type History, joinHistories } from '../../../support/storm/history.ts';
import { storm } from '../../../support/storm/storm.ts';

const service = useService();
const running = new Set<ServiceProcess>();
let balancer: Balancer;

beforeAll(async () => {
  balancer = await startBalancer();
});

afterAll(async () => {
  await Promise.all([...running].map((web) => web.stop()));
  await balancer?.close();
});

async function start(env: NodeJS.ProcessEnv = {}): Promise<ServiceProcess> {
  const web = await startProcess('web', { ...service.env, ...env });
  running.add(web);
  return web;
}

test('restarting web processes one by one under load fails no request and loses no signup (C9.6)', async () => {
  const account = await service.account();
  const waitlist = await service.waitlist(account);
  const drained = { DRAIN_SECONDS: '5' };
  const webs = [await start(drained), await start(drained)];
  const route = () => balancer.use(webs.map(({ url }) => url));
  route();

  let restarting = true;
  const histories: History[] = [];
  const load = (async () => {
    for (let seed = 1; restarting; seed++)
      histories.push(
        await storm({
          urls: [balancer.url],
          key: account.key,
          waitlist,
          requests: 300,
          perSecond: 60, // leaves the balancer time to notice who is not ready
          concurrency: 8,
          repeats: 0.1,
          referrals: 0.1,
          seed,
        }),
      );
  })();
  const exits: (number | null)[] = [];
  for (let restart = 0; restart < 4; restart++) {
    const old = webs[restart % 2];
    const next = await start(drained);
    if (old) exits.push(await old.stop()); // the balancer only notices from /readyz
    webs[restart % 2] = next;
    route();
  }
  restarting = false;
  await load;

  expect(exits).toEqual([0, 0, 0, 0]);
  expect(balancer.broken).toEqual([]);
  const history = joinHistories(histories);
  expect(history.signups.filter(({ status }) => status !== 201)).toEqual([]);
  expect(history.signups.length).toBeGreaterThan(600);
  expect(await checkHistory(service.sql, waitlist, history)).toEqual([]);
});
