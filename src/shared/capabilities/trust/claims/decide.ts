import { suffixesOf } from '../../../list/signals/address-forms.ts';
import { isFreeProvider } from '../../../list/signals/domain-lists.ts';
import type { ReasonCode } from '../../../list/signals/reasons.ts';
import { joinReasons, weighReasons } from '../weigh-reasons.ts';
import { type ClaimState, type HeldClaim, service } from './queries.ts';

const hourMs = 3_600_000;
/** A claim whose mail was not delivered by then waits for a person. */
const longestWaitMs = 30 * 24 * hourMs;

/** What mails and the DNS show of an address. */
const ofAddress: ReadonlySet<ReasonCode> = new Set(['bounced', 'complained', 'failed', 'no_mx']);

/** The part of a claim that a decision changes. */
const stateOf = ({
  verdict,
  state,
  reasons,
  is_hard,
  credited,
  bounced,
  email_held,
  settles_at,
  reviewed_at,
  reviewer,
}: HeldClaim): ClaimState => ({
  ...{ verdict, state, reasons, is_hard, credited, bounced, email_held, settles_at, reviewed_at, reviewer },
});

/**
 * What the service makes of a claim with all that is known now (N4). A hard reason withholds, or takes a
 * credit back. One that only the pace withholds settles once its address is confirmed, or when it is due and
 * its mail was delivered. A bounce that turned out to be none for good is no reason any more, and gives back
 * what it took; nor is what mails to an earlier address showed, once one to the new address is delivered.
 * What a person decided stays; the reasons are noted. In the mode `monitor` credits never
 * change.
 */
export function judge(claim: HeldClaim, now: Date): ClaimState {
  const { policy } = claim;
  const before = stateOf(claim);
  // Whatever happens, a claim that is due is looked at again only later.
  const waiting = { ...before, settles_at: claim.is_due ? nextLook(claim, now) : claim.settles_at };
  if (policy === null) return waiting;
  const allowed = new Set(policy.allow_domains);
  const isAllowed = suffixesOf(claim.email_domain).some((suffix) => allowed.has(suffix));
  const found = claim.found.filter(
    (code) => code !== 'no_mx' || !(isAllowed || isFreeProvider(claim.email_domain)),
  );
  const isOver = (code: ReasonCode) =>
    (claim.is_corrected && ofAddress.has(code)) || (claim.is_back_for_now && code === 'bounced');
  const isLifted = claim.bounced && isOver('bounced') && !found.includes('bounced');
  const kept = claim.reasons.filter((code) => !isOver(code));
  const reasons = joinReasons(policy.reasons, kept, found);
  const { verdict, needsPerson } = weighReasons(policy.reasons, reasons);
  const own = reasons.filter((code) => code !== 'tainted_code');
  const noted: ClaimState = {
    ...waiting,
    reasons,
    verdict: claim.email_held && verdict === 'withheld' ? 'held' : verdict,
    is_hard: weighReasons(policy.reasons, own).needsPerson,
    bounced: (claim.bounced && !isLifted) || found.includes('bounced'),
  };
  const isByPerson = claim.reviewer !== null && claim.reviewer !== service;
  if (isByPerson || policy.mode !== 'enforce') return noted;
  if (needsPerson)
    return { ...noted, credited: false, state: 'open', settles_at: null, reviewed_at: null, reviewer: null };
  if (claim.credited || claim.is_waiting || claim.state !== 'open') return noted;
  if (!claim.has_referrer) return { ...noted, settles_at: null };
  const hasArrived = claim.is_delivered && !reasons.includes('failed');
  const isDue = claim.is_due || (isLifted && !claim.is_asked);
  if (claim.is_confirmed || (isDue && hasArrived)) return settled(noted, now);
  const isToArrive = isLifted && claim.is_corrected;
  return isToArrive ? { ...noted, settles_at: nextLook(claim, now) } : noted;
}

/**
 * When a claim that did not settle is looked at again: after a quarter of its age, an hour at least. A flood
 * leaves many such claims, and each look takes the lock of their list. @returns null if that is too late
 */
function nextLook({ created_at }: HeldClaim, now: Date): string | null {
  const ageMs = now.getTime() - Date.parse(created_at);
  return ageMs > longestWaitMs ? null : new Date(now.getTime() + Math.max(ageMs / 4, hourMs)).toISOString();
}

const settled = (claim: ClaimState, now: Date): ClaimState => ({
  ...claim,
  credited: true,
  state: 'approved',
  settles_at: null,
  reviewed_at: now.toISOString(),
  reviewer: service,
});

/** What a person decides. The same again changes nothing. */
export type Decision = 'approve' | 'reject';

/** What the decision of a person makes of a claim (N4). */
export function review(claim: HeldClaim, decision: Decision, reviewer: string, now: Date): ClaimState {
  const before = stateOf(claim);
  const state = decision === 'approve' ? 'approved' : 'rejected';
  if (claim.state === state && claim.reviewer !== service) return before;
  return {
    ...before,
    state,
    credited: decision === 'approve',
    email_held: decision === 'approve' ? false : claim.email_held,
    verdict: decision === 'approve' && claim.verdict === 'held' ? 'withheld' : claim.verdict,
    settles_at: null,
    reviewed_at: now.toISOString(),
    reviewer,
  };
}
