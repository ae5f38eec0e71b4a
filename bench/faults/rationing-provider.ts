import { type Answer, startFakeProvider } from '../../test/support/fakes/fake-provider.ts';
import { findBrokenInvariants } from '../../test/support/invariants.ts';
import { storeSignups } from '../store-signups.ts';
import { setResend, startBench } from '../support.ts';
import { type FaultRun, missedOne, report, unless } from './fault-run.ts';
import { countOwed } from './owed.ts';
import { until } from './until.ts';

/** Resend's own default, for a whole team. */
const allowedPerSecond = 10;
const providerMs = 100;
const mails = 1_000;
/** The others were refused more than once, and have longer to wait. */
const measuredMails = 0.95 * mails;
/** At half of what is allowed. */
const longestSeconds = measuredMails / (allowedPerSecond / 2);
/** With five tries a mail, one in a thousand would be given up. */
const mostRefused = 0.25;

/**
 * A mail provider that allows ten requests a second, and refuses others with 429 and a wait of a second, while two workers have a thousand
 * mails for it: they find out what it allows, so that few are refused and no mail is given up after five tries (C6.6). With `plantedBug` it
 * asks for no wait.
 */
export const rationingProvider: FaultRun = async ({ plantedBug }) => {
  let [second, inSecond, refused, requests] = [0, 0, 0, 0];
  const provider = await startFakeProvider(
    (): Answer => {
      const now = Math.floor(performance.now() / 1_000);
      [second, inSecond] = now === second ? [second, inSecond + 1] : [now, 1];
      requests += 1;
      if (inSecond <= allowedPerSecond) return { status: 200, body: { id: crypto.randomUUID() } };
      refused += 1;
      return {
        status: 429,
        headers: { 'retry-after': plantedBug ? '0' : '1' },
        body: { name: 'rate_limit_exceeded' },
      };
    },
    { delayMs: providerMs },
  );
  const bench = await startBench(
    { webs: 0, workers: 2 },
    { RESEND_API_URL: provider.url, OUTBOUND_ALLOW_HOSTS: '127.0.0.1' },
  );
  const { sql, progress } = bench;
  try {
    const list = await bench.makeWaitlist();
    await setResend(bench, list.accountId);
    await storeSignups(sql, list, mails, { mailed: true });
    const startedAt = performance.now();
    progress.show('Rationed');
    const isDone = await until(
      async () => mails - (await countOwed(sql)) >= measuredMails,
      longestSeconds,
    ).then(
      () => true,
      () => false,
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    progress.end();
    const states = await sql<{ state: string; mails: number }[]>`
      SELECT state, count(*) AS mails FROM signup_emails GROUP BY 1 ORDER BY 1`;
    const tooMany = unless(
      refused <= mostRefused * requests,
      `${refused} of ${requests} requests were refused`,
    );
    const held = report(
      {
        requests,
        'refused, of all': `${((100 * refused) / requests).toFixed(0)} %`,
        'what became of the mails': states.map(({ state, mails: count }) => `${count} ${state}`).join(', '),
        'mails a second, of 10 allowed': (measuredMails / seconds).toFixed(1),
      },
      [
        ...tooMany,
        ...unless(isDone, `${measuredMails} mails were not sent within ${longestSeconds} s`),
        ...unless(!states.some(({ state }) => state === 'failed'), 'mails were given up'),
        ...(await findBrokenInvariants(sql)),
      ],
    );
    return plantedBug ? missedOne({ 'a provider that asks for no wait': tooMany }) : held;
  } finally {
    await bench.close();
    await provider.close();
  }
};
