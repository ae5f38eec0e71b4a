import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { findWaitlist } from '../../../../../shared/list/waitlists/queries.ts';
import { notFound } from '../../../../../shared/platform/errors.ts';
import type { WebContext } from '../../../../web-context.ts';
import { readValues } from '../../../pages.ts';
import { countOf } from '../../../parts/format.tsx';
import { Live, News, sendFragment } from '../../../parts/live/live.tsx';
import { toUrl } from '../../../parts/pager.tsx';

/** The last position when a page was opened. */
const After = z.object({ after: z.coerce.number().int().min(0).default(0) });

/** How many signups a waitlist has. */
export const Total = ({ count }: { readonly count: number }) => (
  <span id="total" data-live>
    {count === 0 ? 'No signups' : countOf(count, 'signup')}
  </span>
);

/** Where the page of a waitlist tells that there are new signups, with what keeps it up to date. */
export function NewSignups({ path, after }: { readonly path: string; readonly after: number }) {
  return (
    <>
      <News count={0} href={path} />
      <Live from={toUrl(`${path}/live`, { after: String(after) })} />
    </>
  );
}

/** How many signups there are now, and how many of them are new. It costs a look at the counter. */
export function liveSignups(app: FastifyInstance, ctx: WebContext): void {
  app.get('/waitlists/:id/live', async (request, reply) => {
    const { id } = request.waitlist;
    const { after } = readValues(After, request.query);
    const list = (await findWaitlist(ctx.sql, request.session.caller.accountId, id)) ?? notFound('waitlist');
    return sendFragment(
      request,
      reply,
      <>
        <Total count={list.signup_count} />
        <News count={Math.max(0, list.last_position - after)} href={`/dashboard/waitlists/${id}`} />
      </>,
    );
  });
}
