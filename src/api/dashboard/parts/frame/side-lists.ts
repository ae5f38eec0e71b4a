import type { FastifyInstance } from 'fastify';
import { listArchived } from '../../../../shared/list/archive/queries.ts';
import { listWaitlists } from '../../../../shared/list/waitlists/queries.ts';
import type { WebContext } from '../../../web-context.ts';

/** The newest waitlists, and whether there are more. */
export interface SideLists {
  readonly shown: readonly {
    readonly id: string;
    readonly name: string;
    readonly signup_count: number;
    readonly isArchived: boolean;
  }[];
  readonly hasMore: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on all pages behind the sign-in. */
    sideLists?: SideLists;
  }
}

const mostShown = 6;

/** Reads the waitlists that the sidebar of every page shows with their number of signups. */
export function readSideLists(app: FastifyInstance, ctx: WebContext): void {
  app.decorateRequest('sideLists');
  app.addHook('preHandler', async (request) => {
    if (request.routeOptions.config.right === 'public') return;
    const { accountId } = request.session.caller;
    const rows = await listWaitlists(ctx.sql, accountId, { limit: mostShown + 1, offset: 0 });
    const shown = rows.slice(0, mostShown);
    const archived = await listArchived(
      ctx.sql,
      accountId,
      shown.map(({ id }) => id),
    );
    request.sideLists = {
      shown: shown.map((list) => ({ ...list, isArchived: archived.has(list.id) })),
      hasMore: rows.length > mostShown,
    };
  });
}
