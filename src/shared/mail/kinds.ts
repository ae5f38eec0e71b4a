import { statusTemplateOf } from '../capabilities/forms/status-template.ts';
import { inviteTemplate } from '../capabilities/release/invite-template.ts';
import { rewardTemplate } from '../capabilities/rewards/reward-template.ts';
import { confirmTemplate } from './templates/confirm-template.ts';
import { defaultTemplateOf, type MailedLinks } from './templates/default-template.ts';
import type { DesignedTemplate } from './templates/design/designed-template.ts';

/** How the mails of a kind differ from others. */
export interface KindOfEmail {
  /**
   * The template of a waitlist without one of its own; null for a kind that has the same text for everybody.
   */
  readonly defaultTemplate: ((waitlist: MailedLinks) => DesignedTemplate) | null;
  /** Whether it is the mail that `email_status` of its signup tells of, and its statistics (§3.1, §2.7). */
  readonly stampsSignup: boolean;
  /** Whether it counts in the allowance if it goes out on the service's credentials (§8 rule 3). */
  readonly usesAllowance: boolean;
  /** Whether mail programs offer to unsubscribe from it with one click (N3). */
  readonly offersUnsubscribe: boolean;
  /**
   * Whether it is sent only if its waitlist has a template of its own. The default one is what the editor
   * begins with.
   */
  readonly needsTemplate?: boolean;
  /** A placeholder without which a template of this kind is useless. */
  readonly needs?: string;
}

/** The kinds of mails. A `notice` goes to a user of the account. */
const emailKinds = ['signup', 'confirm', 'invite', 'reward', 'status', 'notice'] as const;
/** Those that go to signups, with templates of their waitlists. */
export const templateKinds = [
  'signup',
  'confirm',
  'invite',
  'reward',
  'status',
] as const satisfies readonly EmailKind[];
export type TemplateKind = (typeof templateKinds)[number];
export type EmailKind = (typeof emailKinds)[number];

/** What the service knows of each kind. The job `send-signup-email` sends those that go to signups. */
export const kindsOfEmail = {
  signup: {
    defaultTemplate: defaultTemplateOf,
    stampsSignup: true,
    usesAllowance: true,
    offersUnsubscribe: true,
  },
  confirm: {
    defaultTemplate: () => confirmTemplate,
    stampsSignup: false,
    usesAllowance: true,
    offersUnsubscribe: false,
    needs: 'confirm.url',
  },
  reward: {
    defaultTemplate: () => rewardTemplate,
    stampsSignup: false,
    usesAllowance: true,
    offersUnsubscribe: true,
    needsTemplate: true,
  },
  invite: {
    defaultTemplate: () => inviteTemplate,
    stampsSignup: false,
    usesAllowance: true,
    offersUnsubscribe: true,
    needs: 'invite.url',
  },
  status: {
    defaultTemplate: statusTemplateOf,
    stampsSignup: false,
    usesAllowance: true,
    offersUnsubscribe: true,
  },
  notice: { defaultTemplate: null, stampsSignup: false, usesAllowance: false, offersUnsubscribe: false },
} as const satisfies Readonly<Record<EmailKind, KindOfEmail>>;

/** Those that stamp their signup: its id is theirs. */
export const stampingKinds: readonly EmailKind[] = emailKinds.filter(
  (kind) => kindsOfEmail[kind].stampsSignup,
);
