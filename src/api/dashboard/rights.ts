import type { FastifyInstance } from 'fastify';
import { AppError } from '../../shared/errors.ts';
import { hasRight, type Right, type Role } from '../../shared/scopes.ts';
import { kindTexts } from './pages/waitlist/email/email-kinds.ts';

const list = '/waitlists/:id';
const signup = `${list}/signups/:signupId`;

/**
 * What each form behind the sign-in needs (N8), by its route. Without an entry the service does not start.
 */
const rightFor: Readonly<Record<string, Right>> = {
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
  '/integrations/:type/deliveries/:deliveryId/redeliver': 'events:replay',
  '/waitlists': 'waitlists:write',
  [`${list}/delete`]: 'waitlists:delete',
  [`${list}/fields`]: 'waitlists:write',
  [`${list}/fields/:key`]: 'waitlists:write',
  [`${list}/fields/:key/delete`]: 'waitlists:write',
  [`${list}/settings`]: 'waitlists:write',
  [`${list}/settings/links`]: 'settings:write',
  [`${list}/settings/revoke-links`]: 'settings:write',
  [`${list}/settings/form`]: 'settings:write',
  [`${list}/settings/confirmation`]: 'settings:write',
  [`${list}/settings/retention`]: 'settings:write',
  [`${list}/settings/rewards`]: 'settings:write',
  [`${list}/settings/leaderboard`]: 'settings:write',
  [`${list}/selection`]: 'signups:write',
  [`${list}/selections`]: 'signups:delete',
  [`${list}/selections/stop`]: 'signups:delete',
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

/**
 * Pages that not everybody may see, by their routes. Rows of an import are people who need not have become
 * signups.
 */
const rightToSee: Readonly<Record<string, Right>> = {
  '/account/audit-log': 'account',
  '/account/audit-log.csv': 'account',
  [`${list}/imports`]: 'imports:write',
  [`${list}/imports/:importId`]: 'imports:write',
  [`${list}/imports/:importId/rows.csv`]: 'imports:write',
};

/** What paths need. A parameter is one segment, and no path matches two routes. */
const toPatterns = (rights: Readonly<Record<string, Right>>) =>
  Object.entries(rights).map(
    ([route, right]) =>
      [
        new RegExp(`^/dashboard${route.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
        right,
      ] as const,
  );
const patterns = toPatterns(rightFor);
const patternsToSee = toPatterns(rightToSee);

/** Whether a user may send the form at a path. Others do not see its buttons. */
export function maySend(role: Role, path: string): boolean {
  const [, right] = patterns.find(([pattern]) => pattern.test(path)) ?? [];
  return right !== undefined && hasRight(role, right);
}

/** Whether a user may see the page at a path. */
export function maySee(role: Role, path: string): boolean {
  const [, right] = patternsToSee.find(([pattern]) => pattern.test(path)) ?? [];
  return right === undefined || hasRight(role, right);
}

/**
 * Guards every page and form of a plugin by the role of the user (N8). Comes after the session, and before
 * the body is read.
 * @throws Error at the start if a form needs no right
 */
export function requireRights(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url }) => {
    if (method === 'POST' && rightFor[url.replace('/dashboard', '')] === undefined)
      throw new Error(`POST ${url} needs no right`);
  });

  app.addHook('onRequest', async ({ method, url, session }) => {
    const [path = ''] = url.split('?');
    if (method === 'POST' ? !maySend(session.role, path) : !maySee(session.role, path))
      throw new AppError(
        'forbidden',
        `Your role, ${session.role}, does not allow this. Ask an owner of the account.`,
      );
  });
}
