import type { LifeLike } from './life-like.ts';

/** A page to take a picture of. */
export interface PicturedPage {
  /** Also the name of its file. */
  readonly name: string;
  readonly path: string;
  /** Whether docs show it by itself. */
  readonly isMain?: boolean;
  readonly isSignedOut?: boolean;
  /** What is entered in its first form, by the names of fields, and sent. */
  readonly entered?: Readonly<Record<string, string>>;
}

/** The pages of the dashboard. */
export function pagesOf({ waitlist, signup, field, person, wave, draft }: LifeLike): readonly PicturedPage[] {
  const list = `/dashboard/waitlists/${waitlist}`;
  return [
    { name: 'sign-in', path: '/dashboard/sign-in', isSignedOut: true },
    { name: 'overview', path: '/dashboard', isMain: true },
    { name: 'waitlists', path: '/dashboard/waitlists' },
    { name: 'signups', path: list, isMain: true },
    { name: 'signup', path: `${list}/signups/${signup}`, isMain: true },
    { name: 'invite', path: `${list}/invite` },
    ...(wave === undefined
      ? []
      : [
          { name: 'draft', path: `${list}/invite/waves/${draft}` },
          { name: 'wave', path: `${list}/invite/waves/${wave}`, isMain: true },
        ]),
    { name: 'statistics', path: `${list}/statistics`, isMain: true },
    { name: 'fields', path: `${list}/fields` },
    { name: 'field', path: `${list}/fields/${field}` },
    { name: 'signup-email', path: `${list}/email`, isMain: true },
    { name: 'invitation-email', path: `${list}/email/invite` },
    { name: 'import', path: `${list}/imports` },
    { name: 'review', path: `${list}/review` },
    { name: 'settings', path: `${list}/settings` },
    { name: 'people', path: '/dashboard/people', entered: { email: person } },
    { name: 'email', path: '/dashboard/email' },
    { name: 'email-provider', path: '/dashboard/email/provider/resend' },
    { name: 'integrations', path: '/dashboard/integrations' },
    { name: 'integration', path: '/dashboard/integrations/webhook', isMain: true },
    { name: 'api-keys', path: '/dashboard/api-keys' },
    { name: 'account', path: '/dashboard/account' },
    { name: 'users', path: '/dashboard/users' },
    { name: 'profile', path: '/dashboard/profile' },
  ];
}
