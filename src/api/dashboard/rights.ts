import { hasRight, type Right, type Role } from '../../shared/account/scopes.ts';
import { assetNames } from './assets.ts';
import { kindTexts } from './pages/waitlist/email/email-kinds.ts';

const list = '/waitlists/:id';
const signup = `${list}/signups/:signupId`;
const announcement = `${list}/write/:announcementId`;

/** What a request needs (N8): a right of the role, or nothing, not even a session. */
export type NeededRight = Right | 'public';

/** What each form needs, by its route. */
const rightsToSend: Readonly<Record<string, NeededRight>> = {
  '/sign-in': 'public',
  '/sign-in/code': 'public',
  '/sign-in/account': 'public',
  '/forgot-password': 'public',
  '/new-password': 'public',
  '/invitation': 'public',
  '/first-start': 'public',
  '/sign-out': 'profile',
  '/mode': 'profile',
  '/profile/password': 'profile',
  '/profile/sign-out-everywhere': 'profile',
  '/profile/sessions/:sessionId/end': 'profile',
  '/profile/two-factor': 'profile',
  '/profile/two-factor/confirm': 'profile',
  '/profile/two-factor/off': 'profile',
  '/users': 'users',
  '/users/:userId/remove': 'users',
  '/users/:userId/role': 'users',
  '/users/invite': 'users',
  '/users/invites/:inviteId/revoke': 'users',
  '/connect/:uid': 'profile',
  '/apps/:appId/end': 'profile',
  '/api-keys': 'keys',
  '/api-keys/:keyId/revoke': 'keys',
  '/email/provider/:provider': 'email-provider',
  '/email/remove-provider': 'email-provider',
  '/account': 'account',
  '/account/chat': 'account',
  '/profile/notices': 'profile',
  '/checklist/dismiss': 'settings:write',
  '/email/resend': 'signups:write',
  '/people': 'signups:read',
  '/people/export': 'people:manage',
  '/people/erase': 'people:manage',
  '/integrations/:type': 'account:write',
  '/integrations/:type/rotate': 'account:write',
  '/integrations/:type/pause': 'account:write',
  '/integrations/:type/resume': 'account:write',
  '/integrations/:type/test': 'account:write',
  '/integrations/:type/delete': 'account:write',
  '/integrations/:type/replay': 'events:replay',
  '/integrations/:type/dismiss': 'events:replay',
  '/integrations/:type/deliveries/:deliveryId/redeliver': 'events:replay',
  '/waitlists': 'waitlists:write',
  [`${list}/delete`]: 'waitlists:delete',
  [`${list}/fields`]: 'waitlists:write',
  [`${list}/fields/:key`]: 'waitlists:write',
  [`${list}/fields/:key/delete`]: 'waitlists:write',
  [`${list}/settings`]: 'waitlists:write',
  [`${list}/settings/links`]: 'settings:write',
  [`${list}/settings/brand`]: 'settings:write',
  [`${list}/settings/brand/preview`]: 'settings:write',
  [`${list}/settings/logo`]: 'settings:write',
  [`${list}/settings/logo/remove`]: 'settings:write',
  [`${list}/settings/revoke-links`]: 'settings:write',
  [`${list}/settings/form`]: 'settings:write',
  [`${list}/settings/form/withhold`]: 'settings:write',
  [`${list}/settings/page`]: 'settings:write',
  [`${list}/settings/confirmation`]: 'settings:write',
  [`${list}/settings/archive`]: 'settings:write',
  [`${list}/settings/unarchive`]: 'settings:write',
  [`${list}/settings/mail`]: 'settings:write',
  [`${list}/settings/retention`]: 'settings:write',
  [`${list}/settings/rewards`]: 'settings:write',
  [`${list}/settings/leaderboard`]: 'settings:write',
  [`${list}/rewards/mark`]: 'rewards:write',
  [`${list}/rewards/mark-all`]: 'rewards:write',
  [`${list}/rewards/undo`]: 'rewards:write',
  [`${list}/add`]: 'signups:write',
  [`${list}/selection`]: 'signups:write',
  [`${list}/selections`]: 'signups:delete',
  [`${list}/selections/stop`]: 'signups:delete',
  [`${list}/selections/undo`]: 'signups:delete',
  [`${list}/columns`]: 'signups:read',
  [`${list}/segments`]: 'waitlists:write',
  [`${list}/segments/:segmentId/rename`]: 'waitlists:write',
  [`${list}/segments/:segmentId/delete`]: 'waitlists:write',
  [`${signup}/address`]: 'signups:update',
  [`${list}/statistics/links`]: 'settings:write',
  [`${list}/statistics/links/:linkId/revoke`]: 'settings:write',
  [`${signup}/fields`]: 'signups:update',
  [`${signup}/note`]: 'signups:update',
  [`${signup}/send-email`]: 'signups:write',
  [`${signup}/delete`]: 'signups:delete',
  [`${signup}/invite`]: 'invitations:write',
  [`${signup}/resend-invitation`]: 'invitations:write',
  [`${signup}/revoke-invitation`]: 'invitations:write',
  [`${list}/invite/count`]: 'invitations:write',
  [`${list}/invite/waves`]: 'invitations:write',
  [`${list}/invite/settings`]: 'settings:write',
  [`${list}/invite/waves/:waveId/launch`]: 'invitations:write',
  [`${list}/invite/waves/:waveId/cancel`]: 'invitations:write',
  [`${list}/invite/waves/:waveId/links`]: 'invitations:write',
  [`${list}/invite/waves/:waveId/people/:invitationId/resend`]: 'invitations:write',
  [`${list}/invite/waves/:waveId/people/:invitationId/revoke`]: 'invitations:write',
  [`${announcement}/edit`]: 'announcements:write',
  [`${announcement}/edit/count`]: 'announcements:write',
  [`${announcement}/edit/editor`]: 'announcements:write',
  [`${announcement}/edit/test`]: 'announcements:write',
  [`${announcement}/edit/preview`]: 'announcements:write',
  [`${announcement}/launch`]: 'announcements:write',
  [`${announcement}/pause`]: 'announcements:write',
  [`${announcement}/resume`]: 'announcements:write',
  [`${announcement}/cancel`]: 'announcements:write',
  [`${list}/review/referrers/:signupId`]: 'reviews:write',
  [`${list}/review/claims/:signupId`]: 'reviews:write',
  [`${list}/review/watch`]: 'settings:write',
  [`${list}/review/settings`]: 'settings:write',
  ...Object.fromEntries(
    Object.values(kindTexts).flatMap(({ path }) =>
      ['', '/preview', '/test', '/default'].map(
        (end) => [`${list}/${path}${end}`, 'settings:write'] as const,
      ),
    ),
  ),
  [`${list}/imports`]: 'imports:write',
  [`${list}/imports/:importId/mapping`]: 'imports:write',
  [`${list}/imports/:importId/start`]: 'imports:write',
  [`${list}/imports/:importId/cancel`]: 'imports:write',
};

/** What each page, file and download needs, by its route. */
const rightsToSee: Readonly<Record<string, NeededRight>> = {
  ...Object.fromEntries(assetNames.map((name) => [`/assets/${name}`, 'public'] as const)),
  '/sign-in': 'public',
  '/sign-in/oidc': 'public',
  '/sign-in/oidc/callback': 'public',
  '/forgot-password': 'public',
  '/new-password': 'public',
  '/invitation': 'public',
  '/first-start': 'public',
  '': 'waitlists:read',
  '/live': 'waitlists:read',
  '/search': 'waitlists:read',
  '/design': 'waitlists:read',
  '/profile': 'profile',
  '/profile/two-factor': 'profile',
  '/users': 'account:read',
  '/connect/:uid': 'profile',
  '/apps': 'account:read',
  '/api-keys': 'account:read',
  '/account': 'account:read',
  '/account/audit-log': 'account',
  '/account/audit-log.csv': 'account',
  '/email': 'account:read',
  '/email/provider/:provider': 'account:read',
  '/people': 'signups:read',
  '/integrations': 'account:read',
  '/integrations/:type': 'account:read',
  '/integrations/:type/replay': 'events:read',
  '/integrations/:type/deliveries/:deliveryId': 'account:read',
  '/waitlists': 'waitlists:read',
  [list]: 'signups:read',
  [`${list}/live`]: 'signups:read',
  [`${list}/live/invite`]: 'invitations:read',
  [`${list}/live/write`]: 'announcements:read',
  [`${list}/signups.csv`]: 'signups:read',
  [`${list}/add`]: 'signups:write',
  [signup]: 'signups:read',
  [`${list}/fields`]: 'waitlists:read',
  [`${list}/fields/:key`]: 'waitlists:read',
  [`${list}/statistics`]: 'waitlists:read',
  [`${list}/settings`]: 'settings:read',
  ...Object.fromEntries(
    [
      ...[
        'archive',
        'brand',
        'brand/preview',
        'confirmation',
        'form',
        'leaderboard',
        'links',
        'mail',
        'page',
      ],
      ...['retention', 'rewards'],
    ].map((name) => [`${list}/settings/${name}`, 'settings:read'] as const),
  ),
  [`${list}/invite`]: 'invitations:read',
  [`${list}/invite/waves/:waveId`]: 'invitations:read',
  [`${list}/invite/waves/:waveId/people.csv`]: 'invitations:read',
  [`${list}/write`]: 'announcements:read',
  [`${announcement}/edit`]: 'announcements:write',
  [announcement]: 'announcements:read',
  [`${announcement}/preview`]: 'announcements:read',
  [`${announcement}/members`]: 'announcements:read',
  [`${announcement}/members.csv`]: 'announcements:read',
  [`${list}/review`]: 'reviews:read',
  [`${list}/rewards`]: 'rewards:read',
  [`${list}/rewards.csv`]: 'rewards:read',
  ...Object.fromEntries(
    Object.values(kindTexts).flatMap(({ path }) =>
      ['', '/preview'].map((end) => [`${list}/${path}${end}`, 'settings:read'] as const),
    ),
  ),
  // Rows of an import are people who need not have become signups.
  [`${list}/imports`]: 'imports:write',
  [`${list}/live/imports`]: 'imports:write',
  [`${list}/imports/:importId`]: 'imports:write',
  [`${list}/imports/:importId/rows.csv`]: 'imports:write',
};

/** What a route of the dashboard needs. @throws Error for one without a right, so at the start */
export function rightOf(method: string, url: string): NeededRight {
  const rights = method === 'POST' ? rightsToSend : method === 'GET' ? rightsToSee : {};
  const right = rights[url.replace('/dashboard', '')];
  if (right === undefined) throw new Error(`${method} ${url} declares no right in rights.ts`);
  return right;
}

export function mayUse(role: Role, right: NeededRight | undefined): boolean {
  return right === 'public' || (right !== undefined && hasRight(role, right));
}

/** Whether a user may send the form at a path that a page names. Others do not see its buttons. */
export const maySend = (role: Role, path: string) => mayUse(role, find(patternsToSend, path));

/** Whether a user may see the page at a path that a page names. */
export const maySee = (role: Role, path: string) => mayUse(role, find(patternsToSee, path));

/** For the paths in pages. A parameter is one segment, and no path matches two routes. */
const toPatterns = (rights: Readonly<Record<string, NeededRight>>) =>
  Object.entries(rights).map(
    ([route, right]) =>
      [
        new RegExp(`^/dashboard${route.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
        right,
      ] as const,
  );
const patternsToSend = toPatterns(rightsToSend);
const patternsToSee = toPatterns(rightsToSee);

function find(patterns: ReturnType<typeof toPatterns>, path: string): NeededRight | undefined {
  return patterns.find(([pattern]) => pattern.test(path))?.[1];
}
