import { setTimeout as sleep } from 'node:timers/promises';
import { setEmailProvider } from '../../../src/shared/mail/settings/set-email-provider.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { startDiskProbe } from '../../support/deployment/disk-probe.ts';
import { asOperator, setWebhook } from '../../support/deployment/operator.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import { startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { startMailSink } from '../../support/mail-sink.ts';
import type { SignupCall } from '../../support/storm/history.ts';
import { median, quantile } from '../../support/values/quantiles.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import {
  drippingMail,
  drippingWeb,
  silentMail,
  silentWeb,
  startHangingServer,
} from '../support/hanging-servers.ts';
import { startSteadySignups } from '../support/steady-signups.ts';

const goodAccounts = 3;
const perSecondEach = 10;
const goodProviderMs = 100;
/** Jobs of a provider that hangs: more than a worker's concurrency. */
const hangingSignups = 250;
const calmSeconds = 50;
const hangingSeconds = 65;
/**
 * The expected duration of the longest mail and the longest delivery: up to the deadline and a second for the
 * machine.
 */
const mailSeconds = { least: 55, most: 60 + 1 };
const deliverySeconds = { least: 9, most: 10 + 1 };
const mostGrowth = 1.2;
/**
 * The run judges the median of the p99 of slices this long: a short stall of the machine affects one slice, a
 * hanging provider all.
 */
const sliceSeconds = 10;
/** The difference between two equal measurements. */
const noiseMs = 25;
/** So low that hanging providers can block all others. */
const lowConcurrency = { EMAIL_CONCURRENCY: '4', DELIVERY_CONCURRENCY: '4' };

/**
 * The mail server and the webhook of one account, and then of four, hang or send a byte every half second.
 * One worker also serves three good accounts. Each attempt ends at its deadline, and the mails and events of
 * the good accounts are hardly later than before, apart from a slower disk. With `plantedBug` the worker's
 * concurrency is too low for that.
 */
export const hangingProviders: FaultRun = async ({ plantedBug }) => {
  const arrived = { mails: new Map<string, number>(), events: new Map<string, number>() };
  const sink = await startMailSink({
    async beforeAnswer(to) {
      arrived.mails.set(to, performance.now());
      await sleep(goodProviderMs);
    },
  });
  const receiver = await startFakeProvider(
    ({ body }) => {
      arrived.events.set(JSON.parse(body).data.email, performance.now());
      return { status: 200 };
    },
    { delayMs: goodProviderMs },
  );
  const mailServers = await Promise.all(
    [drippingMail, silentMail, drippingMail, silentMail].map(startHangingServer),
  );
  const receivers = await Promise.all(
    [drippingWeb, silentWeb, drippingWeb, silentWeb].map(startHangingServer),
  );
  const deployment = await startDeployment(
    { webs: 1, workers: 1 },
    { MANAGED_EMAIL_URL: sink.url, OUTBOUND_ALLOW_HOSTS: '127.0.0.1', ...(plantedBug && lowConcurrency) },
  );
  const { sql, progress } = deployment;
  const disk = await startDiskProbe(deployment.dataDir);
  try {
    async function addHanging(index: number): Promise<void> {
      const list = await deployment.makeWaitlist();
      await asOperator(deployment, (ctx) =>
        setEmailProvider(ctx, list.accountId, {
          type: 'smtp',
          from: 'Slow <slow@example.com>',
          config: { host: '127.0.0.1', port: mailServers[index]?.port },
          skipVerify: true,
        }),
      );
      await setWebhook(deployment, list.accountId, `http://127.0.0.1:${receivers[index]?.port}`);
      await storeSignups(sql, list, hangingSignups, {
        mailed: true,
        notified: true,
        domain: `slow${index}.example.com`,
      });
    }
    const loads = [];
    for (let account = 0; account < goodAccounts; account++) {
      const list = await deployment.makeWaitlist();
      await setWebhook(deployment, list.accountId, receiver.url);
      loads.push(startSteadySignups(deployment.urls[0] ?? '', list, { perSecond: perSecondEach }));
    }
    const phases = new Map<string, number>();
    async function runPhase(name: string, seconds: number): Promise<void> {
      progress.show(name);
      phases.set(name, performance.now());
      await sleep(seconds * 1_000);
    }
    await runPhase('warming up', 5);
    await runPhase('none hangs', calmSeconds);
    await addHanging(0);
    await runPhase('one hangs', hangingSeconds);
    for (const index of [1, 2, 3]) await addHanging(index);
    await runPhase('four hang', hangingSeconds);
    phases.set('the end', performance.now());
    await Promise.all(loads.map((load) => load.stop()));
    await sleep(3_000); // for the jobs of the last signups
    progress.end();

    const now = performance.now();
    const calls = loads.flatMap((load) => load.calls);
    const writes = disk.take();
    const starts = [...phases.values()];
    function inPhase<T extends Timed>(name: string, timed: readonly T[]): T[] {
      const index = [...phases.keys()].indexOf(name);
      return timed.filter(
        ({ startedAt }) => startedAt >= (starts[index] ?? 0) && startedAt < (starts[index + 1] ?? 0),
      );
    }
    const p99OfSlice = <T extends Timed>(name: string, timed: readonly T[], msOf: (one: T) => number) =>
      median(inSlices(inPhase(name, timed)).map((slice) => quantile(slice.map(msOf), 0.99)));
    const diskP99Of = (name: string) => p99OfSlice(name, writes, ({ ms }) => ms);
    const wrong: string[] = [];
    const figures: Record<string, string | number> = {};
    for (const [what, times] of Object.entries(arrived)) {
      /** From the answer to a signup until its mail or event has arrived, or until now. */
      const msOf = ({ email, endedAt }: SignupCall) => (times.get(email) ?? now) - endedAt;
      const p99Of = (name: string) => p99OfSlice(name, calls, msOf);
      const calm = p99Of('none hangs');
      for (const name of ['none hangs', 'one hangs', 'four hang']) {
        const all = inPhase(name, calls).map(msOf);
        const slowerDisk = Math.max(0, diskP99Of(name) - diskP99Of('none hangs'));
        figures[`good accounts' ${what}, ${name}: p50, p99, p99 of slices, disk p99, ms`] = [
          quantile(all, 0.5),
          quantile(all, 0.99),
          p99Of(name),
          diskP99Of(name),
        ]
          .map((ms) => ms.toFixed(0))
          .join(' · ');
        wrong.push(
          ...unless(
            p99Of(name) <= Math.max(calm * mostGrowth, calm + noiseMs) + slowerDisk,
            `good accounts' ${what}, ${name}: p99 is ${p99Of(name).toFixed(0)} ms, before ${calm.toFixed(0)} ms`,
          ),
        );
      }
    }
    const longest = (servers: readonly { longestSeconds(): number }[]) =>
      Math.max(...servers.map((server) => server.longestSeconds()));
    const passed = report(
      {
        ...figures,
        'attempts at hanging mail servers': mailServers.reduce(
          (sum, { connections }) => sum + connections(),
          0,
        ),
        'longest of them, s': longest(mailServers).toFixed(1),
        'attempts at hanging webhooks': receivers.reduce((sum, { connections }) => sum + connections(), 0),
        'longest of them, s ': longest(receivers).toFixed(1),
      },
      [
        ...wrong,
        ...unless(longest(mailServers) >= mailSeconds.least, 'no mail hung until its deadline'),
        ...unless(longest(mailServers) <= mailSeconds.most, 'a mail exceeded its deadline'),
        ...unless(longest(receivers) >= deliverySeconds.least, 'no delivery hung until its deadline'),
        ...unless(longest(receivers) <= deliverySeconds.most, 'a delivery exceeded its deadline'),
      ],
    );
    return plantedBug ? missedOne({ 'good accounts that wait': wrong }) : passed;
  } finally {
    await disk.stop();
    await deployment.close();
    await Promise.all([sink, receiver, ...mailServers, ...receivers].map((server) => server.close()));
  }
};

interface Timed {
  readonly startedAt: number;
}

/** Groups calls by the slice in which they started. Drops incomplete slices. */
function inSlices<T extends Timed>(timed: readonly T[]): T[][] {
  const first = Math.min(...timed.map(({ startedAt }) => startedAt));
  const slices: T[][] = [];
  for (const each of timed) {
    const index = Math.floor((each.startedAt - first) / (sliceSeconds * 1_000));
    slices[index] ??= [];
    slices[index].push(each);
  }
  const largest = Math.max(...slices.map((slice) => slice.length));
  return slices.filter((slice) => slice.length >= largest / 2);
}
