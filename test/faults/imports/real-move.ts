import { setTimeout as sleep } from 'node:timers/promises';
import { createWaitlistClient } from '../../../src/client/waitlist-client.ts';
import type { Preset } from '../../../src/shared/capabilities/imports/schema.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { exportOf, makeMembers, tools } from '../../support/imports/exports.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';

const usualSize = 5_000;
const pollMs = 200;

/**
 * A day of a real move (N6): the export of each tool, in which 8 of 100 have left, is imported with its
 * preset and signup mails, and a wave invites everybody. Nobody who has left gets a mail, and everybody else
 * gets both. `size` is another number of rows for each tool. With `plantedBug` the suppressions are deleted
 * before the wave.
 */
export const realMove: FaultRun = async ({ plantedBug, size = usualSize }) => {
  const deployment = await startDeployment({ webs: 1, workers: 2 });
  const { sql, progress, sink, urls } = deployment;
  try {
    const wrong: string[] = [];
    const figures: Record<string, number> = {};
    for (const [tool, format] of Object.entries(tools)) {
      const list = await deployment.makeWaitlist();
      await sql`UPDATE accounts SET managed_emails_per_month = ${size * 3} WHERE id = ${list.accountId}`;
      const client = createWaitlistClient({ baseUrl: urls[0] ?? '', apiKey: list.key });
      await client.updateSettings(list.waitlist, { invitations: { url: 'https://example.com/welcome' } });
      const members = makeMembers(tool, size);
      const isHidden = tool === 'launchlist';
      progress.show(`${tool}: importing ${size} rows`);
      const started = performance.now();
      const { id } = await client.createImport(list.waitlist, exportOf(format, members), {
        notify: 'true',
        ...(isHidden && { preset: tool as Preset }),
      });
      const until = async (state: string) => {
        for (;;) {
          const now = await client.readImport(list.waitlist, id);
          if (now.state === state || now.state === 'failed') return now;
          await sleep(pollMs);
        }
      };
      const ready = await until('ready');
      wrong.push(
        ...unless(ready.preset === tool, `${tool} was taken for ${ready.preset}`),
        ...unless(ready.questions.length === 0, `${tool} asks ${ready.questions[0]?.text}`),
      );
      await client.startImport(list.waitlist, id, { expected_count: size });
      await until('finished');
      await deployment.waitForMails();
      figures[`${tool} s`] = Math.round((performance.now() - started) / 100) / 10;
      if (plantedBug) {
        await sql`DELETE FROM suppressions WHERE account_id = ${list.accountId}`;
        await sql`UPDATE signups SET unsubscribed_at = NULL, email_status = 0 WHERE account_id = ${list.accountId}`;
      }
      progress.show(`${tool}: inviting`);
      const { id: waveId } = await client.draftWave(list.waitlist, { size });
      const waitWhile = async (states: readonly string[]) => {
        while (states.includes((await client.readWave(waveId)).state)) await sleep(pollMs);
      };
      await waitWhile(['selecting']);
      await client.launchWave(waveId);
      await waitWhile(['draft', 'sending']);
      await deployment.waitForMails();
      for (const { email, left } of members) {
        const mails = sink.received.get(email) ?? 0;
        // The own export has the status of the signup mails, which are not sent again.
        const ought = left === null ? (tool === 'own' ? 1 : 2) : 0;
        if (mails !== ought)
          wrong.push(`${email} (${left ?? 'has not left'}) got ${mails} mails, not ${ought}`);
      }
    }
    wrong.push(...(await findBrokenInvariants(sql)));
    progress.end();
    const isFine = report(
      { tools: Object.keys(tools).length, 'rows each': size, mails: sink.received.size, ...figures },
      wrong,
    );
    return plantedBug ? missedOne({ 'lost suppressions': wrong }) : isFine;
  } finally {
    await deployment.close();
  }
};
