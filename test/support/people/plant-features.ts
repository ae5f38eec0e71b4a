import { randomUUID } from 'node:crypto';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';
import { recount } from '../storm/invariants.ts';
import { until } from '../until.ts';

/** A person that is being planted, and how to ask the service. */
export interface Planting {
  readonly sql: Sql;
  readonly url: string;
  readonly key: string;
  readonly accountId: string;
  /** What each spelling of the address has. */
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Record<string, never>>;
  makeList(settings?: object): Promise<string>;
}

const site = 'https://site.example';

/**
 * Has the person sign up in a form with the code of a friend, and again, and a third one with the person's
 * code: on a list that judges referrals. @returns the list
 */
export async function plantReferrals(planting: Planting): Promise<string> {
  const { sql, url, name, email, call, makeList } = planting;
  const list = await makeList({
    abuse: { mode: 'enforce' },
    form: { enabled: true, origins: [site] },
    rewards: [{ at: 1, key: 'sticker' }],
  });
  await sql`
    INSERT INTO mail_templates (account_id, waitlist_id, kind, subject, html)
    VALUES (${planting.accountId}, ${list}, 'reward', 'Well done', '<p>{{reward.key}}</p>')`;
  const signUp = (body: object) => call('POST', `/v1/waitlists/${list}/signups`, body);
  const friend = await signUp({ email: `friend.${name}x@other.example` });
  const { form } = (await call('GET', `/v1/waitlists/${list}/settings`)) as unknown as {
    form: { id: string };
  };
  const postForm = async () => {
    const { time } = (await (await fetch(`${url}/f/${form.id}/time`)).json()) as { time: string };
    const values = { email, ref: String(friend.referral_code), _time: time };
    let status = 0;
    let tries = 0;
    await until(async () => {
      tries += 1;
      const response = await fetch(`${url}/f/${form.id}`, {
        method: 'POST',
        body: JSON.stringify(values),
        headers: {
          'content-type': 'application/json',
          origin: site,
          'user-agent': 'Mozilla/5.0 Firefox/140.0',
          'x-forwarded-for': `10.8.${tries >> 8}.${tries & 255}`,
        },
      });
      status = response.status;
      return status !== 400; // it takes a time of 2 s ago
    }, 20);
    if (status !== 200) throw new Error(`The form answered ${status}`);
  };
  await postForm();
  await sql`UPDATE signups SET created_at = created_at - interval '11 minutes' WHERE waitlist_id = ${list} AND email = ${email}`;
  await recount(sql, list); // it may have been yesterday
  await postForm();
  const [own] = await sql<{ id: string; referral_code: string }[]>`
    SELECT id, referral_code FROM signups WHERE waitlist_id = ${list} AND email = ${email}`;
  const third = await signUp({ email: `third.${name}x@third.example`, referral_code: own?.referral_code });
  for (const id of [own?.id, third.id]) await call('POST', `/v1/waitlists/${list}/reviews/${id}/approve`);
  return list;
}

/**
 * Invites the person in waves that name the address, again, and records that it became a user. @returns the
 * list
 */
export async function plantInvitations({
  sql,
  accountId,
  name,
  email,
  call,
  makeList,
}: Planting): Promise<string> {
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
  return list;
}

/** Invites the person alone, by a link. */
export async function plantInvitation({ call }: Planting, list: string, signup: string): Promise<void> {
  await call('PATCH', `/v1/waitlists/${list}/settings`, { invitations: { url: `${site}/welcome` } });
  await call(
    'POST',
    `/v1/waitlists/${list}/signups/${signup}/invite`,
    { deliver: 'link' },
    { 'idempotency-key': randomUUID() },
  );
}

/**
 * Imports a file that has the person in rows of its own and of others, and leaves the dry run of another.
 * @returns the lists
 */
export async function plantImports(planting: Planting): Promise<[string, string]> {
  const lists = [await planting.makeList(), await planting.makeList()] as const;
  const [list, dry] = lists;
  const imported = await upload(planting, list, fileOf(planting));
  const path = `/v1/waitlists/${list}/imports/${imported}`;
  await untilImport(planting, path, 'ready');
  await planting.call('POST', `${path}/start`, {}, { 'idempotency-key': randomUUID() });
  await untilImport(planting, path, 'finished');
  const left = await upload(
    planting,
    dry,
    fileOf(planting, [
      `code.${planting.name}x@example.com,was ${planting.email},,,"{""asked"":""${planting.email}""}",`,
    ]),
  );
  await untilImport(planting, `/v1/waitlists/${dry}/imports/${left}`, 'ready');
  return [list, dry];
}

/** Uploads a file, which waits for its dry run if no worker runs. @returns the id of the import */
export async function upload({ url, key }: Planting, list: string, csv: string): Promise<string> {
  const response = await fetch(`${url}/v1/waitlists/${list}/imports?preset=own`, {
    method: 'POST',
    body: csv,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
  });
  const { id } = (await response.json()) as { id: string };
  if (response.status !== 201) throw new Error(`An upload was answered with ${response.status}`);
  return id;
}

/** A file with rows of the person, and rows of others that name it in every column. */
export function fileOf({ name, email, phone }: Planting, more: readonly string[] = []): string {
  const lower = email.toLowerCase();
  const quoted = (value: object) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
  return [
    'email,referral_code,referred_by,id,metadata,fields',
    `${email},${lower},,${lower},${quoted({ phone })},`,
    `by.${name}x@example.com,,${email.toUpperCase()},r-2,,`,
    `id.${name}x@example.com,,,was ${lower},,${quoted({ [lower]: 'x' })}`,
    `key.${name}x@example.com,,,,${quoted({ [lower]: 5 })},`,
    `${email.toUpperCase()},,,,,`,
    `${lower},,,,no object,`,
    ...more,
  ].join('\n');
}

async function untilImport({ call }: Planting, path: string, state: string): Promise<void> {
  await until(async () => ((await call('GET', path)) as { state?: string }).state === state, 60);
}
