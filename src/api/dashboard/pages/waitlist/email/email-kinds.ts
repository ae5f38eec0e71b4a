import type { EditedKind } from '../../../../../shared/mail/parts.ts';

/** What the editor of a kind says. */
export interface KindTexts {
  /** Its name among the others. */
  readonly name: string;
  /** The path below the waitlist. */
  readonly path: string;
  readonly inUse: string;
  readonly unset: string;
  readonly saved: string;
  /** Of the card that deletes the template. */
  readonly restore: { title: string; text: string; label: string; question: string; done: string };
}

export const kindTexts: Readonly<Record<EditedKind, KindTexts>> = {
  signup: {
    name: 'Signup',
    path: 'email',
    inUse: 'New signups get this email.',
    unset: 'New signups get the default email. Save to make it your own.',
    saved: 'Saved. New signups will get this email.',
    restore: {
      title: 'Restore the default',
      text: 'New signups of this waitlist will get the default email.',
      label: 'Restore default',
      question: 'This deletes the template that you wrote for this waitlist.',
      done: 'New signups will get the default email.',
    },
  },
  confirm: {
    name: 'Confirmation',
    path: 'email/confirm',
    inUse: 'New signups get this email, if the settings ask them to confirm their address.',
    unset:
      'New signups get the default email, if the settings ask them to confirm their address. Save to make it your own.',
    saved: 'Saved. People who have to confirm from now on will get this email.',
    restore: {
      title: 'Restore the default',
      text: 'People who have to confirm will get the default email.',
      label: 'Restore default',
      question: 'This deletes the email that you wrote to ask for confirmation.',
      done: 'People who have to confirm will get the default email.',
    },
  },
  invite: {
    name: 'Invitation',
    path: 'email/invite',
    inUse: 'Everybody you invite by mail gets this email.',
    unset: 'Everybody you invite by mail gets the default email. Save to make it your own.',
    saved: 'Saved. People you invite from now on will get this email.',
    restore: {
      title: 'Restore the default',
      text: 'Everybody you invite by mail will get the default email.',
      label: 'Restore default',
      question: 'This deletes the invitation that you wrote for this waitlist.',
      done: 'Everybody you invite will get the default email.',
    },
  },
  reward: {
    name: 'Reward',
    path: 'email/reward',
    inUse: 'People get this email when they reach a reward.',
    unset: 'No email is sent about rewards. Save this one to send it from now on.',
    saved: 'Saved. People who reach a reward from now on will get this email.',
    restore: {
      title: 'Send no email about rewards',
      text: 'People still reach rewards. They get no email about it any more.',
      label: 'Delete email',
      question: 'This deletes the email about rewards.',
      done: 'Nobody gets an email about a reward any more.',
    },
  },
  status: {
    name: 'Status',
    path: 'email/status',
    inUse: 'People who use your form again get this email, once a day at most.',
    unset:
      'People who use your form again get the default email, once a day at most. Save to make it your own.',
    saved: 'Saved. People who use your form again will get this email.',
    restore: {
      title: 'Restore the default',
      text: 'People who use your form again will get the default email.',
      label: 'Restore default',
      question: 'This deletes the email that you wrote for people who use your form again.',
      done: 'People who use your form again will get the default email.',
    },
  },
};
