import { expect, test } from 'vitest';
import { proxies } from '../../../support/proxies/proxies.ts';
import { type RestartedWebs, startProxied, startReloaded } from '../../../support/proxies/restarted-webs.ts';
import { useService } from '../../../support/service/service.ts';
import { checkHistory } from '../../../support/storm/check-history.ts';
import { joinHistories } from '../../../support/storm/history.ts';
import { storm } from '../../../support/storm/storm.ts';

const service = useService();
const drained = { DRAIN_SECONDS: '10' }; // on a busy machine proxies are late

/** Restarts twice under signups on new and on kept connections. */
async function failNoSignup(webs: RestartedWebs): Promise<void> {
  try {
    const account = await service.account();
    const waitlist = await service.waitlist(account);
    let isOver = false;
    const storms = [true, false].map((reconnects, index) =>
      storm({
        urls: [webs.url],
        key: account.key,
        waitlist,
        reconnects,
        concurrency: 4,
        repeats: 0.1,
        referrals: 0.1,
        perSecond: 20,
        seed: index + 1,
        isOver: () => isOver,
      }),
    );
    for (let restart = 0; restart < 2; restart++) await webs.restart();
    isOver = true;
    const history = joinHistories(await Promise.all(storms));
    expect(history.signups.filter(({ status }) => status !== 201)).toEqual([]);
    expect(history.signups.length).toBeGreaterThan(10);
    expect(await checkHistory(service.sql, waitlist, history)).toEqual([]);
  } finally {
    await webs.close();
  }
  expect(webs.exits.filter((code) => code !== 0)).toEqual([]);
}

for (const kind of ['nginx', 'haproxy'] as const)
  test(`restarting one of two web processes behind the shipped ${kind} fails no signup (C9.6)`, async (context) => {
    if ((await proxies[kind].find()) === undefined) context.skip(`${kind} is not installed`);
    await failNoSignup(await startProxied(kind, { ...service.env, ...drained }));
  });

test('SIGHUP replaces the processes of WEB_CONCURRENCY and fails no signup (C9.6)', async () => {
  await failNoSignup(await startReloaded({ ...service.env, ...drained }));
});
