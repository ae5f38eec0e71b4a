import { randomUUID } from 'node:crypto';
import { until } from '../../until.ts';
import type { Plant, Planting } from './plant.ts';

const site = 'https://site.example';

/** Invites the person in waves that name the address, again, and records that it became a user. */
async function plantInvitations({ sql, accountId, name, email, call, makeList }: Planting): Promise<void> {
  const lower = email.toLowerCase();
  const list = await makeList({ invitations: { url: `${site}/welcome` } });
  await call('POST', `/v1/waitlists/${list}/fields`, { key: 'contact', label: 'Contact', type: 'string' });
  await call('POST', `/v1/waitlists/${list}/signups`, {
    email,
    utm_source: lower,
    fields: { contact: lower },
  });
  await call('POST', `/v1/waitlists/${list}/signups`, { email: `beside.${name}x@example.com` });
  const draft = (wave: object) =>
    call('POST', `/v1/waitlists/${list}/waves`, { size: 10, ...wave }, { 'idempotency-key': randomUUID() });
  await draft({ name: `For ${email}`, filter: { fields: { contact: lower } } });
  await draft({ name: 'Others', filter: { not_fields: { contact: lower } } });
  const { id: wave } = await draft({ name: 'Friends', filter: { utm_source: lower } });
  await call('POST', `/v1/waves/${wave}/launch`);
  const path = `/v1/waitlists/${list}/invitations?wave_id=${wave}`;
  let invitation = '';
  await until(async () => {
    const { data } = (await call('GET', path)) as unknown as {
      data: { id: string; sent_at: string | null }[];
    };
    invitation = data.find(({ sent_at }) => sent_at !== null)?.id ?? '';
    return invitation !== '';
  }, 60);
  await sql`UPDATE invitations SET last_mailed_at = last_mailed_at - interval '61 minutes' WHERE id = ${invitation}`;
  await call('POST', `/v1/invitations/${invitation}/resend`, undefined, {
    'idempotency-key': `again-${name}`,
  });
  await until(
    async () =>
      (await sql`SELECT 1 FROM mails WHERE account_id = ${accountId} AND kind = 'invite' AND state = 'sent'`)
        .length === 2,
    60,
  ); // to a user it would not be sent any more
  await call(
    'POST',
    '/v1/conversions',
    { waitlist_id: list, email, external_id: lower },
    { 'idempotency-key': randomUUID() },
  );
}

/** Invites the person alone, by a link. */
async function plantInvitation({ call }: Planting, list: string, signup: string): Promise<void> {
  await call('PATCH', `/v1/waitlists/${list}/settings`, { invitations: { url: `${site}/welcome` } });
  await call(
    'POST',
    `/v1/waitlists/${list}/signups/${signup}/invite`,
    { deliver: 'link' },
    { 'idempotency-key': randomUUID() },
  );
}

/** Leaves a wave that workers are to select. */
async function plantUnselected({ sql, accountId }: Planting): Promise<void> {
  await sql`
    WITH selecting AS (
      INSERT INTO waves (account_id, id, waitlist_id, name, size, member_order, filter, expires_in_days, deliver)
      SELECT account_id, gen_random_uuid(), waitlist_id, 'Still to be selected', size, member_order, filter, expires_in_days, deliver
      FROM waves WHERE account_id = ${accountId} AND filter -> 'fields' IS NOT NULL RETURNING id)
    INSERT INTO outbox (account_id, job, id) SELECT ${accountId}, 'select-wave', id FROM selecting`;
}

export const release: Plant = {
  async plant(planting, { list, signup }) {
    await plantInvitation(planting, list, signup);
    await plantInvitations(planting);
  },
  plantPending: plantUnselected,
  places({ sql, named, own, ofKind }) {
    const filter = (path: string) => named(sql`filter #>> ${path}::text::text[]`);
    return {
      'mails: invite': ['mails', ofKind('invite')],
      'conversions: an external id': ['conversions', named(sql`external_id`)],
      'invitations: an open one': ['invitations', sql`${own(sql`signup_id`)} AND state = 'invited'`],
      'waves: a name': ['waves', named(sql`name`)],
      'waves: a draft with a field': ['waves', sql`${filter('{fields,contact}')} AND state = 'draft'`],
      'waves: a draft that leaves out': ['waves', sql`${filter('{not_fields,contact}')} AND state = 'draft'`],
      'waves: a sent one with a source': ['waves', sql`${filter('{utm_source}')} AND state = 'sent'`],
      'waves: one whose people are not selected yet': [
        'waves',
        sql`${filter('{fields,contact}')} AND state = 'selecting'`,
      ],
    };
  },
};
