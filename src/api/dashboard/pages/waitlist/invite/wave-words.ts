import type { MemberStep } from '../../../../../shared/capabilities/release/members/schema.ts';
import type {
  ExclusionReason,
  LeftOutReason,
  MemberOrder,
  WaveState,
  WaveSummary,
} from '../../../../../shared/capabilities/release/waves/schema.ts';

/** Why people who match are not invited. */
export const exclusionTexts: Readonly<Record<ExclusionReason, string>> = {
  invited: 'Invited already, and the link is still valid',
  converted: 'Users already',
  suppressed: 'Unsubscribed, or the address gets no mails',
  unconfirmed: 'Address not confirmed yet',
  in_review: 'Referral waits for your review',
  bounced: 'The signup email bounced',
};

/** Why people of the draft were not invited by its launch. */
export const leftOutTexts: Readonly<Record<LeftOutReason, string>> = {
  removed: 'Deleted since the draft',
  suppressed: 'Unsubscribed since the draft',
  invited: 'Invited otherwise',
  converted: 'Became users otherwise',
};

export const stateTexts: Readonly<Record<WaveState, string>> = {
  selecting: 'Being selected',
  draft: 'Draft',
  sending: 'Being sent',
  sent: 'Sent',
  cancelled: 'Cancelled',
};

/** How far the invitation of a person came. */
export const stepTexts: Readonly<Record<MemberStep, string>> = {
  sent: 'Sent',
  delivered: 'Delivered',
  opened: 'Opened',
  clicked: 'Clicked',
  converted: 'Became users',
  expired: 'Expired',
  declined: 'Declined',
  revoked: 'Revoked',
  bounced: 'Bounced',
  failed: 'Not sent',
  waiting: 'Waiting',
};

export const orderTexts: Readonly<Record<MemberOrder, string>> = {
  display_position: 'Place in line',
  position: 'Order of signing up',
  referrals: 'Most referrals',
};

/** How many of its people a wave is done with: those whom it invited, and those whom it left out. */
export const handledOf = ({ invited, left_out }: Pick<WaveSummary, 'invited' | 'left_out'>): number =>
  invited + Object.values(left_out).reduce((sum, count) => sum + count, 0);

/** Whether a wave moves by itself. */
export const isUnderWay = ({ state }: Pick<WaveSummary, 'state'>): boolean =>
  state === 'selecting' || state === 'sending';
