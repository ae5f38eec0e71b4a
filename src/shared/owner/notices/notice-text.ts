import { integrationNames } from '../../events/names.ts';
import type { NoticeFacts } from './schema.ts';

/** A notice in words: what has happened, what to do, and where. */
export interface NoticeText {
  readonly subject: string;
  readonly heading: string;
  readonly lines: readonly string[];
  /** The page of the dashboard where something can be done. */
  readonly url: string;
}

/** What users read about a fact, in mails and in a chat. `baseUrl` is the address of the service. */
export function describeNotice(facts: NoticeFacts, baseUrl: string): NoticeText {
  const page = (path: string) => `${baseUrl}/dashboard/${path}`;
  switch (facts.about) {
    case 'integration_failing': {
      const name = nameOf(facts);
      const lost = `Each event is sent once, so the failed ones are lost for ${name}. Mend the cause, or turn on retries in the settings of the integration.`;
      return {
        subject: `Deliveries to ${name} are failing`,
        heading: `Deliveries to ${name} have failed since ${toUtc(facts.failing_since)}`,
        lines: [
          `The last error: ${facts.reason}`,
          facts.retries === 'none'
            ? lost
            : 'We keep trying. If nothing gets through for 5 days, the integration is disabled.',
          'This page shows each attempt with the answer:',
        ],
        url: page(`integrations/${facts.integration_type}`),
      };
    }
    case 'integration_disabled': {
      const name = nameOf(facts);
      return {
        subject: `${name} was disabled`,
        heading: `${name} was disabled: deliveries have failed since ${toUtc(facts.failing_since)}`,
        lines: [
          `The last error: ${facts.reason}`,
          'No events are lost: we keep them for 30 days. Once the receiver works again, resume the integration and replay what it missed:',
        ],
        url: page(`integrations/${facts.integration_type}`),
      };
    }
    case 'email_refused':
      return {
        subject: 'Your email provider refuses your emails',
        heading: 'Your email provider refuses your emails',
        lines: [
          `Its answer: ${facts.reason}`,
          'People on your lists get no email until this is mended. Check the key, the sender and its domain at your provider, save the settings again, then choose “Send them again”. Nobody gets an email twice.',
        ],
        url: page('email'),
      };
    case 'email_down':
      return {
        subject: 'Your mail server is down',
        heading: `Your mail server has been down since ${toUtc(facts.since)}`,
        lines: [
          facts.reason,
          'People on your lists get no email meanwhile. No email is lost: we keep trying, and send what waits once the server answers again. If you have moved it, change its address here:',
        ],
        url: page('email'),
      };
    case 'bounces':
      return {
        subject: `${countOf(facts.bounced)} of your emails came back`,
        heading: `${countOf(facts.bounced)} of the last day’s ${countOf(facts.sent)} emails came back`,
        lines: [
          'Their addresses do not exist. Providers stop senders whose emails come back this often.',
          'Look at where these signups come from. To keep such addresses out, ask people to confirm their address, and let the list judge referrals. Do not invite addresses that you have collected elsewhere, or long ago.',
        ],
        url: page('waitlists'),
      };
    case 'allowance': {
      const isFull = facts.percent >= 100;
      return {
        subject: isFull ? 'This month’s emails are used up' : 'This month’s emails are nearly used up',
        heading: `${countOf(facts.used)} of this month’s ${countOf(facts.allowance)} emails are used`,
        lines: [
          isFull
            ? 'New emails wait until the month ends (UTC). Signups go on, and no email is lost.'
            : 'When they are used up, new emails wait until the month ends (UTC). Signups go on.',
          'Set up your own email provider to send without a limit, or take a larger plan:',
        ],
        url: page('email'),
      };
    }
    case 'signup_limit': {
      const isFull = facts.percent >= 100;
      return {
        subject: isFull ? 'Your plan’s signups are used up' : 'Your plan’s signups are nearly used up',
        heading: `${countOf(facts.used)} of your plan’s ${countOf(facts.limit)} signups are used`,
        lines: [
          `From ${countOf(facts.accepted)} on, new signups are rejected.`,
          'Take a larger plan, or delete signups that you do not need:',
        ],
        url: page('waitlists'),
      };
    }
    case 'announcement':
      return {
        subject: `The announcement ${facts.announcement_name} is paused`,
        heading: `The announcement ${facts.announcement_name} is paused: ${whyPaused(facts)}`,
        lines: [
          whatNow[facts.reason] ?? 'Look at it, then resume it or cancel it.',
          'Nobody else gets it until you decide:',
        ],
        url: page(`waitlists/${facts.waitlist_id}/write/${facts.announcement_id}`),
      };
    case 'referrals': {
      const others =
        facts.codes > 1
          ? [`So did ${countOf(facts.codes - 1)} other ${facts.codes === 2 ? 'code' : 'codes'} of this list.`]
          : [];
      return {
        subject: `One referral code brought ${countOf(facts.signups)} signups in an hour`,
        heading: `One referral code of ${facts.waitlist_name} brought ${countOf(facts.signups)} signups in an hour`,
        lines: [
          ...others,
          'That may be a popular post, or somebody who signs up made-up addresses. Look at the signups behind it. If they are not real, delete them, and let the list judge referrals: then they credit nobody.',
        ],
        url: page(`waitlists/${facts.waitlist_id}/signups/${facts.signup_id}`),
      };
    }
  }
}

type PausedFacts = Extract<NoticeFacts, { about: 'announcement' }>;

function whyPaused({ reason, sent, bounced, complained }: PausedFacts): string {
  switch (reason) {
    case 'bounces':
      return `${countOf(bounced)} of the last ${countOf(sent)} emails came back`;
    case 'complaints':
      return `${countOf(complained)} of the last ${countOf(sent)} people marked it as spam`;
    case 'sample':
      return 'the sample is through';
    default:
      return 'the settings have no postal address any more';
  }
}

/** What to do, by the reason of a pause. */
const whatNow: Readonly<Record<string, string>> = {
  bounces:
    'Providers stop senders whose emails come back this often. Look at where these addresses come from, and narrow the people before you go on.',
  complaints:
    'Providers stop senders whose emails are marked as spam. Say in the first lines why people get this email, and ask yourself whether they expect it.',
  sample:
    'Look at how many emails came back, and how many were opened. Resume it for the others, or cancel it.',
  no_postal_address: 'Enter it again in the settings of the waitlist, then resume the announcement.',
};

/** What a user reads after ten wrong codes of the second factor within an hour. */
export function describeWrongCodes(baseUrl: string): NoticeText {
  return {
    subject: 'Somebody entered wrong codes to sign in as you',
    heading: 'Ten codes of your two-factor sign-in were wrong within an hour',
    lines: [
      'They got no further. But whoever enters a code has given your password, or is signed in as you at single sign-on.',
      'If it was not you, change your password:',
    ],
    url: `${baseUrl}/dashboard/profile`,
  };
}

const names: Readonly<Record<string, string>> = integrationNames; // a newer process may store a newer one
const nameOf = ({ integration_type: type }: { integration_type: string }) => names[type] ?? type;
const toUtc = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`;
const countOf = (count: number) => count.toLocaleString('en-US');
