import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import { sendPage } from '../../pages.ts';
import { countOf } from '../format.tsx';
import { SideCount } from '../frame/side-count.tsx';
import { Page, pageOf } from '../page-context.ts';

interface NewsProps {
  /** How many signups came since the page was opened. */
  readonly count: number;
  /** Whether there are more than were counted. */
  readonly isMore?: boolean;
  /** The page, to open it anew. */
  readonly href: string;
}

/**
 * That there are new signups. The page shows them when somebody asks for them, so that no row moves away from
 * under a pointer.
 */
export function News({ count, isMore = false, href }: NewsProps) {
  return (
    <span id="news" class="news" data-live>
      {count > 0 && (
        <a class="button quiet small" href={href} data-again>
          {isMore ? `${count}+ new signups` : countOf(count, 'new signup')}, show
        </a>
      )}
    </span>
  );
}

/**
 * Asks scripts to keep what is marked with `data-live` up to date, by its id, from a fragment of the page.
 */
export function Live({ from }: { readonly from: string }) {
  return <span role="status" class="hidden" id="said" data-live-from={from} />;
}

/** Tells scripts that nothing moves any more, so that they need not look again. */
export const Ended = () => <i data-ended hidden />;

/** Answers the parts of a page that are kept up to date, with the counts of the sidebar. */
export function sendFragment(request: FastifyRequest, reply: FastifyReply, parts: ComponentChildren) {
  return sendPage(
    reply,
    <Page.Provider value={pageOf(request)}>
      {request.sideLists?.shown.map((list) => (
        <SideCount key={list.id} list={list} />
      ))}
      {parts}
    </Page.Provider>,
  );
}
