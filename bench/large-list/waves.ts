import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../src/shared/config.ts';
import { openContext } from '../../src/shared/context.ts';
import { addressKeyOf, emailMac } from '../../src/shared/platform/secrets/email-mac.ts';
import { startDeployment } from '../../test/support/deployment/deployment.ts';
import { call as ask } from '../support/call.ts';
import { makeLargeList } from './searches.ts';

const signups = Number(process.env.WAVE_SIGNUPS ?? 1_000_000);
const size = signups / 10;
const suppressed = 10_000;

/**
 * Selects a tenth of a waitlist by each order and a field filter, reads the figures of a wave of that size,
 * and selects with suppressions. 1,000,000 signups, unless WAVE_SIGNUPS says otherwise.
 */
export async function waves(): Promise<void> {
  const deployment = await startDeployment({ webs: 1, workers: 1 });
  const { sql, progress } = deployment;
  try {
    const list = await makeLargeList(deployment, signups);
    const call = async (method: string, path: string, body?: object) => {
      const started = performance.now();
      const answer = await ask(deployment, list, method, path, body);
      return { ms: Math.round(performance.now() - started), body: answer };
    };
    const ofList = `/waitlists/${list.waitlist}`;
    await call('PATCH', `${ofList}/settings`, { invitations: { url: 'https://notes.test/welcome' } });
    await call('PATCH', ofList, { referral_bonus: 3 });
    const draft = async (what: string, wave: object) => {
      progress.show(`Drafting: ${what}`);
      const started = performance.now();
      const { ms, body } = await call('POST', `${ofList}/waves`, { size, deliver: 'link', ...wave });
      let now = body;
      while (now.state === 'selecting') {
        await sleep(50);
        now = (await call('GET', `/waves/${body.id}`)).body;
      }
      const all = Math.round(performance.now() - started);
      return {
        id: body.id,
        row: { 'answer ms': ms, 'until drafted ms': all, matched: now.matched, selected: now.selected },
      };
    };
    const table: Record<string, object> = {};
    const orders = ['position', 'display_position', 'referrals'];
    for (const order of orders) table[order] = (await draft(order, { order })).row;
    const fields = { company: 'Company 7' };
    table['a custom field'] = (await draft('a custom field', { filter: { fields } })).row;
    table['1 referral or more'] = (await draft('referrals', { filter: { min_referrals: 1 } })).row;

    const launched = await draft('to launch', { order: 'position' });
    const started = performance.now();
    await call('POST', `/waves/${launched.id}/launch`);
    let report = await call('GET', `/waves/${launched.id}`);
    while (report.body.state !== 'sent') {
      progress.show(`Inviting: ${report.body.invited}`);
      await sleep(200);
      report = await call('GET', `/waves/${launched.id}`);
    }
    const seconds = (performance.now() - started) / 1_000;
    const reads = [];
    for (let run = 0; run < 5; run++) reads.push((await call('GET', `/waves/${launched.id}`)).ms);
    table['with invitations'] = (await draft('with invitations', { order: 'position' })).row;

    progress.show('Suppressing addresses');
    const ctx = openContext({ ...readConfig(deployment.env), log: { level: 'silent' } }, 'cli');
    const addressKey = addressKeyOf(await ctx.linkSigner());
    const people = await sql<{ email_key: string }[]>`
      SELECT email_key FROM signups WHERE waitlist_id = ${list.waitlist} AND position % ${Math.floor(signups / suppressed)}::integer = 0`;
    const macs = people.map(({ email_key }) =>
      emailMac(addressKey, list.accountId, email_key).toString('hex'),
    );
    await sql`
      INSERT INTO suppressions (account_id, id, email_mac, reason)
      SELECT ${list.accountId}, gen_random_uuid(), decode(mac, 'hex'), 'manual' FROM unnest(${macs}::text[]) mac`;
    await ctx.sql.end();
    table[`with ${macs.length} suppressions`] = (await draft('with suppressions', { order: 'position' })).row;
    progress.end();
    console.log(`${signups} signups, waves of ${size}`);
    console.table(table);
    console.log(
      `${size} links made in ${seconds.toFixed(1)} s; GET wave: ${reads.toSorted((a, b) => a - b)[2]} ms (median of 5)`,
    );
  } finally {
    await deployment.close();
  }
}
