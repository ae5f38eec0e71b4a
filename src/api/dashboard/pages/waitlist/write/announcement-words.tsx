import type { Obstacle } from '../../../../../shared/capabilities/announcements/assert-sendable.ts';
import type {
  AnnouncementState,
  ExclusionReason,
  LeftOutReason,
  MemberState,
  PausedReason,
} from '../../../../../shared/capabilities/announcements/schema.ts';

/** Why people who match get no announcement. */
export const exclusionTexts: Readonly<Record<ExclusionReason, string>> = {
  unsubscribed: 'Unsubscribed',
  erased: 'Erased, and asked for no more mails',
  complained: 'Marked an earlier mail as spam',
  bounced: 'An earlier mail came back for good',
  manual: 'You stopped mails to the address',
  unconfirmed: 'Address not confirmed yet',
  in_review: 'Referral waits for your review',
};

/** Why people got no mail after the launch. */
export const leftOutTexts: Readonly<Record<LeftOutReason, string>> = {
  removed: 'Deleted since the launch',
  unsubscribed: 'Unsubscribed before their turn',
  suppressed: 'The address got no mails any more',
  cancelled: 'Cancelled before their turn',
};

const states: Readonly<Record<AnnouncementState, readonly [text: string, tone: '' | 'good' | 'warn']>> = {
  counting: ['Being counted', ''],
  draft: ['Draft', ''],
  selecting: ['Being launched', ''],
  scheduled: ['Scheduled', ''],
  sending: ['Being sent', ''],
  paused: ['Paused', 'warn'],
  sent: ['Sent', 'good'],
  cancelled: ['Cancelled', ''],
};

export function StateTag({ state }: { readonly state: AnnouncementState }) {
  const [text, tone] = states[state];
  return <span class={`tag ${tone}`}>{text}</span>;
}

/** Why it is paused, and what to do. */
export const pausedTexts: Readonly<Record<PausedReason, string>> = {
  asked: 'You paused it. Nobody else gets it until you resume it.',
  sample:
    'The sample is through. Look at how many mails came back and were opened, then send the rest or cancel it.',
  bounces:
    'It stopped itself: more than 5 % of its last mails came back for good, and providers stop senders whose mails come back this often. Look at where these addresses are from before you go on.',
  complaints:
    'It stopped itself: more than 0.3 % of its last mails were marked as spam, and providers stop such senders. Ask yourself whether these people expect it before you go on.',
  no_postal_address:
    'It stopped itself: the settings have no postal address any more. Enter it, then resume it.',
};

/** The same in a line. */
export const pausedWords: Readonly<Record<PausedReason, string>> = {
  asked: 'paused by you',
  sample: 'the sample is through',
  bounces: 'too many mails came back',
  complaints: 'too many people marked it as spam',
  no_postal_address: 'the postal address is missing',
};

const memberStates: Readonly<
  Record<MemberState, readonly [text: string, tone: '' | 'good' | 'warn' | 'bad']>
> = {
  waiting: ['Waiting', ''],
  held: ['Held', 'warn'],
  sent: ['Sent', ''],
  delivered: ['Delivered', 'good'],
  opened: ['Opened', 'good'],
  clicked: ['Clicked', 'good'],
  bounced: ['Bounced', 'bad'],
  complained: ['Complained', 'bad'],
  failed: ['Failed', 'bad'],
  left_out: ['Left out', 'warn'],
};

export function MemberTag({ state }: { readonly state: MemberState }) {
  const [text, tone] = memberStates[state];
  return <span class={`tag ${tone}`}>{text}</span>;
}

/** Groups of members. Whoever clicked has also opened it, and so on. */
export const groupNames = [
  ['waiting', 'Waiting'],
  ['held', 'Held'],
  ['sent', 'Sent'],
  ['delivered', 'Delivered'],
  ['opened', 'Opened'],
  ['clicked', 'Clicked'],
  ['unsubscribed', 'Unsubscribed'],
  ['bounced', 'Bounced'],
  ['complained', 'Complained'],
  ['failed', 'Failed'],
  ['left_out', 'Left out'],
] as const;
export type Group = (typeof groupNames)[number][0];

/** Links that differ for each person. */
const ownLinks: Readonly<Record<string, string>> = {
  '{{links.unsubscribe}}': 'Unsubscribe',
  '{{links.status}}': 'Status page',
  '{{links.referral}}': 'Referral link',
  '{{links.confirm}}': 'Confirm the address',
};

/** What a link of an announcement is called. */
export const linkName = (link: string): string => ownLinks[link] ?? link.replace(/^https?:\/\//, '');

/** What keeps an announcement from being sent, with a link to where it is mended. */
export function ObstacleText({
  of,
  list,
}: {
  readonly of: Obstacle /** The page of the waitlist. */;
  readonly list: string;
}) {
  switch (of) {
    case 'postal_address':
      return (
        <>
          The law asks for the sender’s postal address below every announcement.{' '}
          <a href={`${list}/settings/mail`}>Enter it in the settings</a>
        </>
      );
    case 'route':
      return (
        <>
          Mails of this account are not sent. <a href="/dashboard/email">Set up an email provider</a>
        </>
      );
    case 'links.status':
      return (
        <>
          The mail leads to each person’s status page, and this waitlist has none.{' '}
          <a href={`${list}/settings/links`}>Switch it on in the settings</a>, or change the mail.
        </>
      );
    case 'links.referral':
      return (
        <>
          The mail holds each person’s referral link, and no page is known where people sign up.{' '}
          <a href={`${list}/settings/links`}>Enter it in the settings</a>, or change the mail.
        </>
      );
  }
}
