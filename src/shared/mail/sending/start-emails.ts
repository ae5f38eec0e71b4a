import type { RowKey } from '../../platform/postgres/by-key.ts';
import { pipeline, type Tx } from '../../platform/postgres/connection.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { completeJobs, type Lease, lockClaims, postponeJobs } from '../../platform/queue/outbox.ts';
import { toAsciiAddress } from '../../platform/schema/email-address.ts';
import type { LinkSigner } from '../../platform/secrets/link-signer.ts';
import type { ManagedEmail } from '../allowance/managed.ts';
import type { Context } from '../context.ts';
import type { RenderedEmail } from '../design/rendered-email.ts';
import { kindOfEmail } from '../kinds.ts';
import { type EmailRoute, type KeptEmail, lockEmails } from '../mails/mails.ts';
import { lookOf, type MailStop, type TemplateKind } from '../parts.ts';
import { messageIdOf } from '../providers/from-address.ts';
import type { OutgoingEmail } from '../providers/provider.ts';
import { testProvider } from '../providers/test-transport.ts';
import { findSuppressed } from '../suppressions/find-suppressed.ts';
import { deleteLifted } from '../suppressions/queries.ts';
import type { SuppressionReason } from '../suppressions/schema.ts';
import { toEmailLinks } from '../templates/email-links.ts';
import { mailLanguage } from '../templates/mail-language.ts';
import { rankReader } from '../templates/mail-rank.ts';
import { type MailedSignup, renderEmailOf } from '../templates/render-email.ts';
import { type ChosenRoute, keptFor, knowsRepeats, routeOf } from './email-route.ts';
import { reserveForEmails } from './reserve-for-emails.ts';
import {
  type DueEmailRow,
  type EmailStart,
  findDueEmails,
  lockWaitlistsOf,
  recordEmailStarts,
} from './start-queries.ts';
import { throttleSourceOf, waitBehindThrottles } from './throttles/throttle-queries.ts';

/** A mail's job is due when the mail gets a permit of its throttle; until then it is looked at once a day. */
export const recheckSeconds = 86_400;

/**
 * Why a mail ends without being sent. `no_template`: of a kind that only a template of the waitlist's own is
 * sent for, which was deleted meanwhile.
 */
export type StopReason = SuppressionReason | MailStop | 'no_template';

/** A mail that is marked as being sent, and that its worker shall hand over. */
export interface StartedEmail {
  readonly message: OutgoingEmail;
  readonly accountId: string;
  /** Of the claim that it was started with. */
  readonly leaseToken: string;
  readonly route: EmailRoute;
  /** The type of the provider that it goes to, or went to. */
  readonly provider: string;
  /** Of the account's settings that it was made for; null on the service's own credentials. */
  readonly version: string | null;
  /** How many attempts at sending it have failed. */
  readonly sendAttempts: number;
  /** How long ago its provider first asked to wait with it; 0 where it never did. */
  readonly waitedSeconds: number;
  /** For how long its server has been down: it is sent to find out if that is over. Null for other mails. */
  readonly outageSeconds: number | null;
  /** Whether it had a permit of its throttle. */
  readonly hadPermit: boolean;
  /** Whether it was handed over before and nobody can know if it left: it must not be sent again (C6.5). */
  readonly isAmbiguous: boolean;
  /** Whether it may have left before, and is shown again to the provider that would know. */
  readonly isRepeated: boolean;
  readonly kind: TemplateKind;
  readonly signupId: string;
  /**
   * Why it must not be sent: its address is suppressed (N3), its template is gone, or its invitation is not
   * open any more (N5). Null if it may.
   */
  readonly stoppedBy: StopReason | null;
}

/** The key of a mail. */
export const keyOf = ({ accountId, message }: StartedEmail): RowKey => ({ accountId, id: message.emailId });

/**
 * Starts mails: decides whose credentials each goes out on, reserves its part of the month's allowance where
 * they are the service's (C6.2, C6.4), and marks it as being sent. A mail that its provider must see
 * unchanged when it is repeated is rendered once and kept. Jobs of mails that wait for a permit of their
 * throttle (C6.6) are postponed; those of mails that are held, because there is no route for them, sent
 * already or gone are completed. One that must not be sent is started, for its end to be recorded, but takes
 * no reservation and waits for nothing. All of it is one transaction.
 * @returns those to hand over, by id
 */
export async function startEmails(ctx: Context, jobs: readonly Lease[]): Promise<Map<string, StartedEmail>> {
  const { managed } = ctx.config.email;
  const signer = await ctx.linkSigner();
  const starts = await transaction(ctx.sql, async (tx) => {
    const due = await lockDueEmails(ctx, signer, tx, jobs);
    const gone = notIn(due, jobs);
    if (gone.length > 0) await completeJobs(tx, 'send-signup-email', gone);
    const { suppressed, lifted } = await findSuppressed(ctx, tx, [...due.values()]);
    const stopped = new Map<string, StopReason>([...stopsOf(due), ...suppressed]);
    const ready = await postponeThrottled(tx, jobs, notStopped(due, stopped), managed);
    const months = await reserveForEmails(tx, [...ready.values()], managed);
    const decided = jobs.flatMap(({ id, leaseToken }) => {
      const mail = ready.get(id);
      if (mail) return [{ id, ...startOf(mail, leaseToken, months.get(id) ?? null, managed, signer) }];
      const [reason, unsent] = [stopped.get(id), due.get(id)];
      return reason && unsent ? [{ id, started: toStopped(unsent, leaseToken, reason, signer) }] : [];
    });
    await recordEmailStarts(
      tx,
      decided.flatMap(({ record }) => record ?? []),
    );
    if (lifted.length > 0) await deleteLifted(tx, lifted);
    return decided;
  });
  const held = starts.filter(({ record }) => record?.state === 'held').length;
  if (held > 0) ctx.metrics.emails.inc({ provider: 'none', result: 'held' }, held);
  return new Map(starts.flatMap(({ id, started }) => (started ? [[id, started]] : [])));
}

/** A mail that is to be sent, with its links. */
type DueEmail = DueEmailRow & MailedSignup;

/** The mails of jobs that are still ours, by id: a claim that was taken over starts nothing. */
async function lockDueEmails(
  ctx: Context,
  signer: LinkSigner,
  tx: Tx,
  jobs: readonly Lease[],
): Promise<Map<string, DueEmail>> {
  const [, , ours] = await pipeline(
    ...lockWaitlistsOf(tx, jobs),
    lockClaims(tx, 'send-signup-email', jobs),
    lockEmails(tx, jobs),
  );
  const due = await findDueEmails(tx, ours);
  const readRank = rankReader(ctx, tx);
  const mails = due.map(async (found): Promise<[string, DueEmail]> => {
    const { templateOf } = kindOfEmail(found.kind);
    const mail = templateOf ? { ...found, template: templateOf(found) } : found;
    const links = toEmailLinks(signer, { accountId: mail.account_id, id: mail.signup_id }, mail);
    const { tag } = languageOf(mail);
    const values = kindOfEmail(mail.kind).values?.(signer, mail, tag) ?? {};
    const rank = await readRank(mail.account_id, mail.waitlist_id, mail, mail.template);
    return [mail.id, { ...mail, ...rank, links, values }];
  });
  return new Map(await Promise.all(mails));
}

/** Has mails wait for permits of their throttles; what is recorded of them stays. @returns the others */
async function postponeThrottled(
  tx: Tx,
  jobs: readonly Lease[],
  due: ReadonlyMap<string, DueEmail>,
  managed: ManagedEmail | null,
): Promise<Map<string, DueEmail>> {
  const ready = new Map(due);
  const waiting: { account_id: string; id: string; source: string }[] = [];
  for (const [id, mail] of due) {
    const chosen = routeOf(mail, managed);
    const isToSend = chosen && (mail.state === 'queued' || keptFor(mail, chosen));
    const isThrottled = chosen?.provider !== testProvider;
    const hasToWait =
      isThrottled && (mail.throttle === 'paused' || (mail.throttle === 'paced' && !mail.has_permit));
    if (!isToSend || !hasToWait) continue;
    const { account_id } = mail;
    waiting.push({ account_id, id, source: throttleSourceOf(chosen.route, account_id) });
    ready.delete(id);
  }
  if (waiting.length === 0) return ready;
  await waitBehindThrottles(tx, waiting);
  const postponed = notIn(ready, jobs).filter(({ id }) => due.has(id));
  await postponeJobs(tx, 'send-signup-email', postponed, recheckSeconds);
  return ready;
}

/**
 * The mails without a template, or whose invitations are not open any more, and why. One that may have left
 * already goes on as it is.
 */
const stopsOf = (due: ReadonlyMap<string, DueEmail>): [string, StopReason][] =>
  [...due].flatMap(([id, mail]): [string, StopReason][] => {
    if (mail.state !== 'queued') return [];
    const kind = kindOfEmail(mail.kind);
    if (kind.needsTemplate && mail.template === null) return [[id, 'no_template']];
    const reason = kind.stopOf?.(mail);
    return reason ? [[id, reason]] : [];
  });

const notStopped = (due: ReadonlyMap<string, DueEmail>, stopped: ReadonlyMap<string, unknown>) =>
  new Map([...due].filter(([id]) => !stopped.has(id)));

const notIn = (mails: ReadonlyMap<string, DueEmailRow>, jobs: readonly Lease[]) =>
  jobs.filter(({ id }) => !mails.has(id));

/** How a mail goes on; what is recorded of one that may have left stays as it is. */
function startOf(
  mail: DueEmail,
  leaseToken: string,
  reservedMonth: string | null,
  managed: ManagedEmail | null,
  signer: LinkSigner,
): { record?: EmailStart; started?: StartedEmail } {
  const { account_id, id, kind, state, address_generation } = mail;
  const chosen = routeOf(mail, managed);
  const hidden = chosen && keptFor(mail, chosen);
  const { show, hide } = kindOfEmail(kind);
  const kept = hidden && (show?.(hidden, signer, account_id) ?? hidden);
  if (state === 'sending' && !kept) {
    const from = mail.rendered?.from ?? chosen?.from ?? '';
    const content = { ...render(mail, signer), from, unsubscribeUrl: null };
    const { route, provider, provider_version: version } = mail;
    const taken = { route: route ?? 'managed', provider: provider ?? 'unknown', version } as const;
    return { started: { ...toStarted(mail, leaseToken, taken, content), isAmbiguous: true } };
  }
  if (!chosen || (chosen.route === 'managed' && reservedMonth === null))
    return { record: { ...heldStart, account_id, id, address_generation } };
  const content = kept ?? {
    ...render(mail, signer),
    from: chosen.from,
    unsubscribeUrl: unsubscribeUrlOf(mail),
  };
  const record = {
    account_id,
    id,
    state: 'sending',
    route: chosen.route,
    provider: chosen.provider,
    provider_version: chosen.version,
    reserved_month: reservedMonth,
    rendered: !kept && knowsRepeats(chosen.provider) ? (hide?.(content, signer, mail) ?? content) : null,
    address_generation,
  } as const;
  const started = { ...toStarted(mail, leaseToken, chosen, content), isRepeated: state === 'sending' };
  return { record, started };
}

const heldStart = {
  state: 'held',
  route: null,
  provider: null,
  provider_version: null,
  reserved_month: null,
  rendered: null,
} as const;

const toStarted = (
  mail: DueEmailRow,
  leaseToken: string,
  { route, provider, version }: Pick<ChosenRoute, 'route' | 'version'> & { provider: string },
  content: KeptEmail,
): StartedEmail => ({
  message: toMessage(mail, content),
  accountId: mail.account_id,
  leaseToken,
  route,
  provider,
  version,
  sendAttempts: mail.send_attempts,
  waitedSeconds: mail.first_throttled_seconds_ago ?? 0,
  outageSeconds: mail.outage_seconds,
  hadPermit: mail.throttle !== null && mail.has_permit,
  isAmbiguous: false,
  isRepeated: false,
  kind: mail.kind,
  signupId: mail.signup_id,
  stoppedBy: null,
});

/** One that ends without being handed to anybody. */
function toStopped(
  mail: DueEmail,
  leaseToken: string,
  stoppedBy: StopReason,
  signer: LinkSigner,
): StartedEmail {
  const nobody = { route: 'managed', provider: 'none', version: null } as const;
  const content = { ...render(mail, signer), from: '', unsubscribeUrl: null };
  return { ...toStarted(mail, leaseToken, nobody, content), stoppedBy };
}

/** Mail programs accept https alone. */
function unsubscribeUrlOf({ kind, links }: DueEmail): string | null {
  const url = links.unsubscribe;
  return kindOfEmail(kind).offersUnsubscribe && url?.startsWith('https:') ? url : null;
}

/**
 * The Message-ID is made of the mail's id: a receiver sees a repeat for what it is. A mail that went to an
 * earlier address of the person is another one: reports of that must not count for this.
 */
function toMessage(mail: DueEmailRow, content: KeptEmail): OutgoingEmail {
  const { id, kind, email, resend_count, address_generation: generation } = mail;
  const parts = generation > 0 ? [resend_count, generation] : resend_count > 0 ? [resend_count] : [];
  return {
    ...content,
    to: toAsciiAddress(email),
    emailId: id,
    messageId: messageIdOf(`${kind}-${id}${generation > 0 ? `-${generation}` : ''}`, content.from),
    idempotencyKey: [`${kind}-email`, id, ...parts].join('/'),
  };
}

const languageOf = ({ locale, settings, template }: DueEmailRow) => mailLanguage(locale, settings, template);

function render(mail: DueEmail, { baseUrl }: LinkSigner): RenderedEmail {
  const { kind, template, settings } = mail;
  const look = template === null ? lookOf(settings, baseUrl) : undefined;
  return renderEmailOf(kind, mail, template, languageOf(mail).locale, look);
}
