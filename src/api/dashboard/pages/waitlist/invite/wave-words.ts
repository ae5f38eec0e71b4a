import type { MemberStep } from '../../../../../shared/capabilities/release/members/schema.ts';
import type {
  ExclusionReason,
  LeftOutReason,
  MemberOrder,
  WaveState,
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
