import type { Context } from '../../context.ts';
import { type Tx, together } from '../../postgres/connection.ts';
import { transaction } from '../../postgres/transaction.ts';
import { type Lease, lockClaims, postponeJobs } from '../../queue/outbox.ts';
import { monthlyAllowance } from '../allowance/allowance.ts';
import { type ReservationRequest, reserveAllowance } from '../allowance/allowance-queries.ts';
import type { ManagedEmail } from '../allowance/managed.ts';
import { type EmailProviderType, emailProviderOf } from '../providers/index.ts';
import { defaultTemplate } from '../templates/default-template.ts';
import { renderEmailOf } from '../templates/render-signup-email.ts';
import { lockEmails } from './removal-queries.ts';
import {
  type DueEmailRow,
  type EmailRoute,
  type EmailStart,
  findDueEmails,
  type KeptEmail,
  lockWaitlistsOf,
  recordEmailStarts,
} from './start-queries.ts';
import { throttleSourceOf, waitBehindThrottles } from './throttle-queries.ts';

/** A mail that a worker has taken on and shall hand over. */
export interface StartedEmail {
  readonly signupId: string;
  readonly accountId: string;
  readonly to: string;
  readonly route: EmailRoute;
  /** The type of the provider that it goes to, or went to. */
  readonly provider: string;
  /** Of the account's settings that it was made for; null on the service's own. */
  readonly version: string | null;
  readonly content: KeptEmail;
  /** How often it was opened anew after a refusal. */
  readonly reopened: number;
  /** How often its provider has put it off. */
  readonly tries: number;
  /** How long ago its provider first asked to wait with it; 0 where it never did. */
  readonly waitedSeconds: number;
  /** Whether it had a slot behind a throttle. */
  readonly hadSlot: boolean;
  /** True where it was handed over before and nobody can know whether it left: it must not be sent again (C6.5). */
  readonly ambiguous: boolean;
  /** True where it may have left before, and is shown again to the provider that would know. */
  readonly repeated: boolean;
}

/** Whose credentials a mail goes out on, with what tells them from other ones. */
interface Way {
  readonly route: EmailRoute;
  readonly provider: EmailProviderType;
  readonly version: string | null;
  readonly from: string;
}

/** An idempotent provider knows a repeated request for 24 h; an hour is kept back for clocks and queues. */
const repeatableHours = 23;

/**
 * Takes signup emails on: decides whose credentials each goes out on, reserves its place in the month's allowance where
 * they are the service's (C6.2, C6.4), and marks it as being sent; or as held, where it has no way out for now. Behind a
 * throttle it waits for its slot (C6.6). A mail that its provider must see unchanged when it is repeated is rendered once and kept.
 * @returns in the jobs' order; `waits` where the job is postponed, undefined where there is nothing to send: gone, sent or held
 */
export async function startSignupEmails(
  ctx: Context,
  managed: ManagedEmail | null,
  jobs: readonly Lease[],
): Promise<(StartedEmail | 'waits' | undefined)[]> {
  return transaction(ctx.sql, async (tx) => {
    const due = await lockDueEmails(tx, jobs);
    const waiting = await putBehindThrottles(tx, jobs, [...due.values()], managed);
    for (const id of waiting) due.delete(id);
    const places = await reservePlaces(tx, [...due.values()], managed);
    const started: (StartedEmail | 'waits' | undefined)[] = [];
    const starts: EmailStart[] = [];
    for (const { id } of jobs) {
      const mail = due.get(id);
      const way = mail && wayOf(mail, managed);
      const kept = mail && way && keptFor(mail, way);
      if (!mail) {
        started.push(waiting.has(id) ? 'waits' : undefined);
      } else if (mail.state === 'sending' && !kept) {
        // Whatever way it went, and whether that is still there: it may have left. What is recorded of it stays.
        const content = { ...render(mail), from: mail.rendered?.from ?? way?.from ?? '' };
        const { route, provider, provider_version: version } = mail;
        const went = { route: route ?? 'managed', provider: provider ?? 'unknown', version } as const;
        started.push({ ...toStarted(mail, went, content), ambiguous: true });
      } else if (!way || (way.route === 'managed' && !places.has(id))) {
        starts.push({ ...heldStart, signup_id: id });
        started.push(undefined);
      } else {
        const content = kept ?? { ...render(mail), from: way.from };
        starts.push({
          signup_id: id,
          state: 'sending',
          route: way.route,
          provider: way.provider,
          provider_version: way.version,
          reserved_month: places.get(id) ?? null,
          rendered: !kept && emailProviderOf(way.provider).idempotent ? content : null,
        });
        started.push({ ...toStarted(mail, way, content), repeated: mail.state === 'sending' });
      }
    }
    await recordEmailStarts(tx, starts);
    const held = starts.filter(({ state }) => state === 'held').length;
    if (held > 0) ctx.metrics.emails.inc({ provider: 'none', result: 'held' }, held);
    return started;
  });
}

/** The mails of jobs that are still ours, by signup: a claim that another worker has taken over starts nothing. */
async function lockDueEmails(tx: Tx, jobs: readonly Lease[]): Promise<Map<string, DueEmailRow>> {
  const ids = jobs.map(({ id }) => id);
  const [, , ours] = await together(
    ...lockWaitlistsOf(tx, ids),
    lockClaims(tx, 'send-signup-email', jobs),
    lockEmails(tx, ids),
  );
  const due = await findDueEmails(
    tx,
    ours.map(({ id }) => id),
  );
  return new Map(due.map((mail) => [mail.signup_id, mail]));
}

const toStarted = (
  mail: DueEmailRow,
  { route, provider, version }: Pick<StartedEmail, 'route' | 'provider' | 'version'>,
  content: KeptEmail,
): StartedEmail => ({
  signupId: mail.signup_id,
  accountId: mail.account_id,
  to: mail.email,
  route,
  provider,
  version,
  content,
  reopened: mail.resend_count,
  tries: mail.send_attempts,
  waitedSeconds: mail.first_throttled_seconds_ago ?? 0,
  hadSlot: mail.throttle !== null && mail.has_permit,
  ambiguous: false,
  repeated: false,
});

const heldStart = {
  state: 'held',
  route: null,
  provider: null,
  provider_version: null,
  reserved_month: null,
  rendered: null,
} as const;

/** However long it takes until a slot comes up, its job is looked at again once a day. */
const daySeconds = 86_400;

/** @returns the ids of the mails that have to wait for a slot; what is recorded of them stays */
async function putBehindThrottles(
  tx: Tx,
  jobs: readonly Lease[],
  due: readonly DueEmailRow[],
  managed: ManagedEmail | null,
): Promise<Set<string>> {
  const waiting = due.flatMap((mail) => {
    const way = wayOf(mail, managed);
    const isToSend = way && (mail.state === 'queued' || keptFor(mail, way));
    const hasToWait = mail.throttle === 'paused' || (mail.throttle === 'paced' && !mail.has_permit);
    if (!isToSend || !hasToWait) return [];
    return [{ signup_id: mail.signup_id, source: throttleSourceOf(way.route, mail.account_id) }];
  });
  const ids = new Set(waiting.map(({ signup_id }) => signup_id));
  if (ids.size === 0) return ids;
  await waitBehindThrottles(tx, waiting);
  await postponeJobs(
    tx,
    'send-signup-email',
    jobs.filter(({ id }) => ids.has(id)),
    daySeconds,
  );
  return ids;
}

/** The account's own provider where there is one, else the service's within the plan (C6.2). */
function wayOf(mail: DueEmailRow, managed: ManagedEmail | null): Way | undefined {
  if (mail.own_provider && mail.own_sender) {
    return {
      route: 'own',
      provider: mail.own_provider as EmailProviderType,
      version: mail.own_version,
      from: mail.own_sender,
    };
  }
  if (managed && monthlyAllowance(mail) > 0)
    return { route: 'managed', provider: managed.type, version: null, from: managed.from };
  return undefined;
}

/** The mail as its provider saw it before, if it may be shown it again; undefined where it is new to this way. */
function keptFor(mail: DueEmailRow, way: Way): KeptEmail | undefined {
  const sameWay =
    mail.route === way.route && mail.provider === way.provider && mail.provider_version === way.version;
  const fresh = mail.rendered_hours_ago !== null && mail.rendered_hours_ago < repeatableHours;
  const knowsRepeats = emailProviderOf(way.provider).idempotent;
  return knowsRepeats && sameWay && fresh && mail.rendered ? mail.rendered : undefined;
}

/**
 * The months in whose allowance mails have a place: this one, for those that have one already and then the oldest of the others. One that
 * is being sent keeps the place that it has, in an earlier month too, for it may have left then. Behind held mails nobody overtakes.
 */
async function reservePlaces(
  tx: Tx,
  due: readonly DueEmailRow[],
  managed: ManagedEmail | null,
): Promise<Map<string, string>> {
  const placed = new Map<string, string>();
  const asking = new Map<string, DueEmailRow[]>();
  for (const mail of due) {
    if (wayOf(mail, managed)?.route !== 'managed') continue;
    const { reserved_month: kept } = mail;
    if (kept !== null && (kept === mail.month || mail.state === 'sending')) placed.set(mail.signup_id, kept);
    else if (mail.state === 'queued' && !mail.behind_held)
      asking.set(mail.account_id, [...(asking.get(mail.account_id) ?? []), mail]);
  }
  const requests = [...asking].flatMap(([account_id, [first, ...others]]): ReservationRequest[] =>
    first ? [{ account_id, wanted: others.length + 1, allowance: monthlyAllowance(first) }] : [],
  );
  const givingBack = due.flatMap(({ signup_id, account_id, reserved_month: kept }) =>
    kept === null || placed.has(signup_id) ? [] : [{ account_id, month: kept }],
  );
  const [month] = due.map((mail) => mail.month);
  if (requests.length + givingBack.length === 0 || month === undefined) return placed;
  const granted = await reserveAllowance(tx, month, requests, givingBack);
  for (const [accountId, mails] of asking) {
    for (const { signup_id } of mails.slice(0, granted.get(accountId) ?? 0)) placed.set(signup_id, month);
  }
  return placed;
}

const render = (mail: DueEmailRow) => renderEmailOf(mail, mail.copy ?? defaultTemplate);
