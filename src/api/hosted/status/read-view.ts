import type { FastifyRequest } from 'fastify';
import { readOwnLeaderboard } from '../../../shared/capabilities/leaderboard/read-leaderboard.ts';
import type { Standings } from '../../../shared/capabilities/leaderboard/standings.ts';
import { readStatus } from '../../../shared/list/status/read-status.ts';
import { notFound } from '../../../shared/platform/errors.ts';
import type { WebContext } from '../../web-context.ts';
import { localeOf } from '../document/locale-of.ts';
import type { StatusView } from './status-view.ts';

/**
 * What the status page of a token shows, and the signup.
 * @throws AppError unauthorized, not_found; also if the list has no such page
 */
export async function readView(ctx: WebContext, standings: Standings, request: FastifyRequest) {
  const { token } = request.params as { token: string };
  const { status, signup, standing, waitlistId, settings, locale } = await readStatus(ctx, token);
  if (!settings.links.status_page) notFound('page');
  const { brand, leaderboard } = settings;
  const view: StatusView = {
    status,
    leaderboard: leaderboard.public
      ? await readOwnLeaderboard(ctx, standings, {
          ...{ ...signup, waitlistId, nameField: leaderboard.name_field, person: standing },
        })
      : null,
    brand,
    locale: localeOf(request, brand, locale),
    path: `/s/${token}`,
    linkAgain: null,
  };
  return { view, signup };
}
