import { toArrayLiteral } from '../../src/shared/platform/postgres/array-literal.ts';
import type { Sql } from '../../src/shared/platform/postgres/connection.ts';
import { type Build, cli } from '../../test/support/deployment/build.ts';
import { recount } from '../../test/support/storm/invariants.ts';
import { makeSidePages, type SidePages } from './side-pages.ts';

/** An account as it looks a month after its launch page went online. */
export interface LifeLike extends SidePages {
  readonly accountId: string;
  readonly email: string;
  readonly password: string;
  /** The waitlist with the signups. */
  readonly waitlist: string;
  /** A signup of it that referred others. */
  readonly signup: string;
  /** A custom field of it. */
  readonly field: string;
  /** An address on it. */
  readonly person: string;
  /** A wave of invitations, and a draft of one; undefined in a build that has none. */
  readonly wave?: string | undefined;
  readonly draft?: string | undefined;
}

interface Options {
  readonly build: Build;
  /** The web process. */
  readonly url: string;
  /** The build's database. */
  readonly sql: Sql;
  /** Resolves when all mails have left. */
  readonly waitForMails: () => Promise<void>;
}

const signups = 2_000;
const days = 30;

const firstNames =
  'ada,ben,carla,dev,elif,finn,grace,hana,ivo,jun,kofi,lena,mara,nils,omar,pia,quinn,rosa,sven,tess'.split(
    ',',
  );
const lastNames =
  'adler,bauer,chen,diaz,evans,fischer,gupta,hansen,ito,jansen,khan,lopez,meyer,novak,okafor,park,rossi,silva,tan,weber'.split(
    ',',
  );
const campaigns = [undefined, undefined, 'launch-day', 'october-issue', 'waitlist-thread'];
const sources = [undefined, undefined, undefined, 'producthunt', 'newsletter', 'x', 'linkedin', 'partner'];
const sites = [
  'https://www.producthunt.com/posts/orbit',
  'https://news.ycombinator.com/item?id=1',
  'https://www.google.com/',
  'https://t.co/abc',
  'https://www.linkedin.com/feed/',
  'https://blog.example.com/orbit',
];
const companies = ['Northwind', 'Initech', 'Globex', 'Hooli', 'Umbrella', 'Acme'];

/**
 * Fills an empty service with such an account, mostly over its API, so that any build of the service can be
 * filled.
 */
export async function makeLifeLike({ build, url, sql, waitForMails }: Options): Promise<LifeLike> {
  const email = 'ada@orbit.example';
  const password = 'a long password';
  const { account_id: accountId } = await cli<{ account_id: string }>(
    build,
    ...['account', 'create', '--name', 'Orbit', '--plan', 'launch', '--requests-per-minute', '100000'],
    ...['--owner-email', email, '--owner-password', password],
  );
  const ofAccount = ['--account', accountId];
  for (const name of ['ben', 'carla'])
    await cli(build, 'user', 'add', ...ofAccount, '--email', `${name}@orbit.example`, '--password', password);
  const { key } = await cli<{ key: string }>(build, 'key', 'create', ...ofAccount, '--name', 'Server');
  await cli(build, 'key', 'create', ...ofAccount, '--name', 'Landing page', '--scopes', 'signups:write');

  const call = async <T>(method: string, path: string, body: object): Promise<T> => {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${await response.text()}`);
    return (await response.json()) as T;
  };
  const makeList = async (name: string) => (await call<{ id: string }>('POST', '/waitlists', { name })).id;
  await makeList('Partner programme');
  const mobile = await makeList('Orbit for iOS');
  const waitlist = await makeList('Orbit');
  await call('PATCH', `/waitlists/${waitlist}`, { referral_bonus: 10 });
  await call('PATCH', `/waitlists/${waitlist}/settings`, {
    links: { site_url: 'https://orbit.example/', status_page: true },
  });
  const fields = [
    { key: 'company', label: 'Company', type: 'string' },
    { key: 'team_size', label: 'Team size', type: 'number' },
    { key: 'beta', label: 'Wants the beta', type: 'boolean' },
  ];
  for (const field of fields) await call('POST', `/waitlists/${waitlist}/fields`, field);

  const random = seeded(7);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() ** 1.5 * items.length)] as T;
  const personOf = (index: number) => {
    const [first, last] = [firstNames[index % 20], lastNames[Math.floor(index / 20) % 20]];
    return `${first}.${last}${index < 400 ? '' : Math.floor(index / 400)}@${pick(['gmail.com', 'outlook.com', 'example.org', 'northwind.example'])}`;
  };
  const add = async (list: string, count: number, withFields: boolean) => {
    const codes: string[] = [];
    for (let first = 0; first < count; first += 200) {
      const batch = Array.from({ length: Math.min(200, count - first) }, (_, index) => ({
        email: personOf(first + index),
        utm_source: pick(sources),
        utm_campaign: pick(campaigns),
        ...(random() < 0.7 && { referrer: pick(sites) }),
        ...(codes.length > 0 && random() < 0.3 && { referral_code: pick(codes) }),
        ...(withFields && {
          fields: {
            company: pick(companies),
            team_size: 1 + Math.floor(random() * 80),
            beta: random() < 0.6,
          },
        }),
        metadata: { page: '/launch' },
      }));
      const { data } = await call<{ data: { referral_code?: string }[] }>(
        'POST',
        `/waitlists/${list}/signups/bulk`,
        { signups: batch, notify: true },
      );
      codes.push(...data.flatMap(({ referral_code }) => referral_code ?? []));
    }
  };
  await add(waitlist, signups, true);
  await add(mobile, 140, false);
  await waitForMails();
  await spread(sql, waitlist, signups);
  await spread(sql, mobile, 140);
  await setStatuses(sql);
  await recount(sql, waitlist);
  await recount(sql, mobile);

  await call('POST', `/waitlists/${waitlist}/segments`, {
    name: 'Beta teams',
    filter: { fields: { beta: true }, not_fields: { company: 'Northwind' } },
  });
  // Nobody listens there, so its deliveries fail.
  await call('PUT', '/integrations/webhook', { config: { url: 'http://127.0.0.1:9/hooks/waitlist' } });
  for (let index = 0; index < 8; index++)
    await call('POST', `/waitlists/${waitlist}/signups`, {
      email: `new${index}@example.org`,
      utm_source: 'newsletter',
      fields: { company: pick(companies), team_size: 3 + index, beta: true },
    });
  await waitForMails();
  const attempts = () => sql`SELECT 1 FROM deliveries WHERE status = 'failed' LIMIT 8`;
  while ((await attempts()).length < 8) await new Promise((resolve) => setTimeout(resolve, 100));
  const [signup] = await sql<[{ id: string; email: string; referral_code: string }]>`
    SELECT id, email, referral_code FROM signups WHERE waitlist_id = ${waitlist} ORDER BY referral_count DESC, position LIMIT 1`;
  await farm(call, waitlist, signup.referral_code);
  const waves = await invite(call, sql, waitlist, waitForMails);
  const { id, email: person } = signup;
  const member = 'ben@orbit.example';
  const side = await makeSidePages(sql, url, { accountId, key, waitlist, owner: email, member });
  return { accountId, email, password, waitlist, signup: id, field: 'company', person, ...waves, ...side };
}

/** Somebody farms a code on a waitlist that judges referrals. Another build may not know that. */
async function farm(
  call: (method: string, path: string, body: object) => Promise<unknown>,
  waitlist: string,
  code: string,
) {
  const judged = await call('PATCH', `/waitlists/${waitlist}/settings`, { abuse: { mode: 'enforce' } }).catch(
    () => null,
  );
  if (!judged) return;
  const fakes = ['mailinator.com', 'yopmail.com', 'guerrillamail.com'].flatMap((domain) =>
    ['quick', 'brown', 'fox'].map((word) => `${word}@${domain}`),
  );
  const tags = ['a', 'b', 'c'].map((tag) => `farmer+${tag}@proton.me`);
  for (const [index, email] of [...fakes, ...tags, 'real.friend@gmail.com'].entries())
    await call('POST', `/waitlists/${waitlist}/signups`, {
      ...{ email, referral_code: code, client_ip: `81.2.69.${index + 1}` },
    });
}

/** A wave that went out five days ago, and the draft of the next one. Another build may not know that. */
async function invite(
  call: <T>(method: string, path: string, body: object) => Promise<T>,
  sql: Sql,
  waitlist: string,
  waitForMails: () => Promise<void>,
): Promise<Pick<LifeLike, 'wave' | 'draft'>> {
  const settings = { invitations: { url: 'https://orbit.example/welcome' } };
  const known = await call('PATCH', `/waitlists/${waitlist}/settings`, settings).catch(() => null);
  if (!known) return {};
  const waves = `/waitlists/${waitlist}/waves`;
  const first = { name: 'Friends of the beta', size: 200, filter: { fields: { beta: true } } };
  const { id: wave } = await call<{ id: string }>('POST', waves, first);
  await call('POST', `/waves/${wave}/launch`, {});
  const left = () => sql`SELECT 1 FROM waves WHERE id = ${wave} AND state <> 'sent'`;
  while ((await left()).length > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  await waitForMails();
  const members = await sql<{ signup_id: string }[]>`
    SELECT signup_id FROM invitations WHERE wave_id = ${wave} ORDER BY id LIMIT 68`;
  for (const { signup_id } of members)
    await call('POST', '/conversions', { waitlist_id: waitlist, signup_id });
  await sql`
    WITH numbered AS (SELECT *, row_number() OVER (ORDER BY id) AS n FROM invitations WHERE wave_id = ${wave}), aged AS (
      UPDATE invitations i SET created_at = i.created_at - interval '5 days', sent_at = i.sent_at - interval '5 days',
        ended_at = CASE WHEN i.state = 'converted' THEN i.sent_at - interval '5 days' + make_interval(hours => n.n::integer) END
      FROM numbered n WHERE n.account_id = i.account_id AND n.id = i.id)
    UPDATE mails m SET delivered_at = CASE WHEN n.n <= 194 THEN n.sent_at END, opened_at = CASE WHEN n.n <= 141 THEN n.sent_at END,
      clicked_at = CASE WHEN n.n <= 96 THEN n.sent_at END
    FROM numbered n WHERE m.account_id = n.account_id AND m.id = n.mail_id`;
  await sql`
    UPDATE waves SET created_at = created_at - interval '5 days', launched_at = launched_at - interval '5 days', finished_at = finished_at - interval '5 days'
    WHERE id = ${wave}`;
  const next = { size: 500, order: 'referrals', per_hour: 100, filter: { min_referrals: 1 } };
  const { id: draft } = await call<{ id: string }>('POST', waves, next);
  return { wave, draft };
}

/**
 * Spreads signups over the last days, in the order of positions: most on the launch day and at two later
 * ones.
 */
async function spread(sql: Sql, waitlist: string, count: number): Promise<void> {
  const today = Math.max(0.02, (Date.now() % 86_400_000) / 86_400_000 - 0.01);
  const weights = Array.from({ length: days }, (_, day) => {
    const weekend = new Date(Date.now() - (days - 1 - day) * 86_400_000).getUTCDay() % 6 === 0 ? 0.55 : 1;
    const burst =
      6 * 0.55 ** day + (day >= 12 ? 3.5 * 0.6 ** (day - 12) : 0) + (day >= 23 ? 2.5 * 0.7 ** (day - 23) : 0);
    return weekend * (1 + burst + 0.02 * day) * (day === days - 1 ? today : 1);
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const first = Date.now() - (days - 1) * 86_400_000;
  const times: string[] = [];
  let [day, reached] = [0, 0];
  for (let index = 0; index < count; index++) {
    const target = ((index + 0.5) / count) * sum;
    while (day < days - 1 && reached + (weights[day] ?? 0) < target) reached += weights[day++] ?? 0;
    const share = (target - reached) / (weights[day] ?? 1);
    const start = new Date(first + day * 86_400_000).setUTCHours(0, 0, 0, 0);
    times.push(new Date(start + share * 86_400_000 * (day === days - 1 ? today : 1)).toISOString());
  }
  await sql`
    UPDATE signups s SET created_at = t.at FROM unnest(${toArrayLiteral(times)}::timestamptz[]) WITH ORDINALITY AS t(at, position)
    WHERE s.waitlist_id = ${waitlist} AND s.position = t.position`;
}

/** Gives signups all statuses that an email can have, and mails their states and times. */
async function setStatuses(sql: Sql): Promise<void> {
  await sql`
    UPDATE signups SET
      email_status = CASE WHEN n < 3 THEN 1 WHEN n < 6 THEN 4 WHEN n < 9 THEN 5 WHEN n < 12 THEN 3 WHEN n < 20 THEN 9 WHEN n = 20 THEN 10
                          WHEN n < 260 THEN 8 WHEN n < 620 THEN 7 WHEN n < 960 THEN 6 ELSE 2 END,
      email_delivered_at = CASE WHEN n BETWEEN 20 AND 959 THEN created_at + interval '20 seconds' END,
      email_opened_at = CASE WHEN n BETWEEN 21 AND 619 THEN created_at + interval '2 hours' END,
      email_clicked_at = CASE WHEN n BETWEEN 21 AND 259 THEN created_at + interval '121 minutes' END
    FROM (SELECT id AS it, (position * 389) % 1000 AS n FROM signups) numbered WHERE it = signups.id`;
  await sql`
    UPDATE mails m SET sent_at = s.created_at + interval '10 seconds' FROM signups s WHERE s.account_id = m.account_id AND s.id = m.id AND m.state = 'sent'`;
  await sql`
    UPDATE mails m SET state = CASE s.email_status WHEN 1 THEN 'config_error' WHEN 4 THEN 'failed' ELSE 'suppressed' END,
      error = CASE s.email_status WHEN 1 THEN '554 5.7.1 to RCPT TO: relay access denied'
                                  WHEN 4 THEN '550 5.1.1 The mailbox does not exist.' ELSE 'The address is on the suppression list.' END
    FROM signups s WHERE s.account_id = m.account_id AND s.id = m.id AND s.email_status IN (1, 4, 5)`;
}

/** Numbers from 0 to 1, the same in each run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
