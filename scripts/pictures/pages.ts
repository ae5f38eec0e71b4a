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
  /** The button that is pressed for all signups of the page. */
  readonly forAll?: string;
}

/** The pages of a list's settings, after the first. */
const settingsPages = [
  'page',
  'form',
  'confirmation',
  'links',
  'rewards',
  'leaderboard',
  'brand',
  'mail',
  'retention',
  'archive',
];

/** The pages of the dashboard. */
export function pagesOf(made: LifeLike): readonly PicturedPage[] {
  const { waitlist, signup, field, person, wave, draft, links, password } = made;
  const list = `/dashboard/waitlists/${waitlist}`;
  const webhook = '/dashboard/integrations/webhook';
  return [
    { name: 'sign-in', path: '/dashboard/sign-in', isSignedOut: true },
    ...(made.withCode === undefined
      ? []
      : [
          {
            name: 'sign-in-code',
            path: '/dashboard/sign-in',
            isSignedOut: true,
            entered: { email: made.withCode, password },
          },
        ]),
    { name: 'forgot-password', path: '/dashboard/forgot-password', isSignedOut: true },
    ...(links === undefined
      ? []
      : [
          { name: 'new-password', path: `/dashboard/new-password?token=${links.reset}`, isSignedOut: true },
          { name: 'invitation', path: `/dashboard/invitation?token=${links.invite}`, isSignedOut: true },
        ]),
    { name: 'overview', path: '/dashboard', isMain: true },
    { name: 'waitlists', path: '/dashboard/waitlists' },
    { name: 'signups', path: `${list}?order=referrals`, isMain: true },
    { name: 'question', path: `${list}?q=mailinator`, forAll: 'Delete…' },
    { name: 'signup', path: `${list}/signups/${signup}`, isMain: true },
    { name: 'invite', path: `${list}/invite` },
    ...(wave === undefined
      ? []
      : [
          { name: 'draft', path: `${list}/invite/waves/${draft}` },
          { name: 'wave', path: `${list}/invite/waves/${wave}`, isMain: true },
        ]),
    { name: 'announcements', path: `${list}/write` },
    { name: 'announcement', path: `${list}/write/new/edit` },
    { name: 'statistics', path: `${list}/statistics`, isMain: true },
    { name: 'fields', path: `${list}/fields` },
    { name: 'field', path: `${list}/fields/${field}` },
    { name: 'signup-email', path: `${list}/email`, isMain: true },
    { name: 'invitation-email', path: `${list}/email/invite` },
    { name: 'confirmation-email', path: `${list}/email/confirm` },
    { name: 'reward-email', path: `${list}/email/reward` },
    { name: 'status-email', path: `${list}/email/status` },
    { name: 'imports', path: `${list}/imports` },
    ...(made.import === undefined ? [] : [{ name: 'import', path: `${list}/imports/${made.import}` }]),
    { name: 'review', path: `${list}/review` },
    { name: 'settings', path: `${list}/settings` },
    ...settingsPages.map((part) => ({ name: `settings-${part}`, path: `${list}/settings/${part}` })),
    { name: 'people', path: '/dashboard/people', entered: { email: person } },
    { name: 'email', path: '/dashboard/email' },
    { name: 'email-provider', path: '/dashboard/email/provider/resend' },
    { name: 'integrations', path: '/dashboard/integrations' },
    { name: 'integration', path: webhook, isMain: true },
    { name: 'delivery', path: `${webhook}/deliveries/${made.delivery}` },
    { name: 'api-keys', path: '/dashboard/api-keys' },
    { name: 'account', path: '/dashboard/account' },
    { name: 'users', path: '/dashboard/users' },
    { name: 'audit-log', path: '/dashboard/account/audit-log' },
    { name: 'profile', path: '/dashboard/profile' },
    { name: 'two-factor', path: '/dashboard/profile/two-factor' },
  ];
}
