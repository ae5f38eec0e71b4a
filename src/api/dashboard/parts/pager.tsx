import type { FastifyRequest } from 'fastify';
import type { Page } from '../../../shared/platform/schema/paging.ts';
import type { FormValues } from '../pages.ts';
import { formatCount } from './format.tsx';

export const rowsPerPage = 50;

/** The offset for the page number in the query; the first page if that is not a number. */
export function offsetOf(request: FastifyRequest): number {
  return (pageNumberOf(request) - 1) * rowsPerPage;
}

/** The page number in the query; 1 if that is not a number. */
export function pageNumberOf({ query }: FastifyRequest): number {
  const { page } = query as { page?: unknown };
  return typeof page === 'string' && /^\d{1,9}$/.test(page) ? Math.max(1, Number(page)) : 1;
}

/** A page's address with these query parameters. */
export function toUrl(path: string, query: FormValues): string {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value]),
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}

interface PagerProps extends Omit<Page<unknown>, 'data'> {
  readonly path: string;
  /** Other query parameters, such as a search. */
  readonly query?: FormValues;
}

/** Links to the previous and next page. Renders nothing if there is only one page. */
export function Pager({ path, query = {}, total, limit, offset, has_more }: PagerProps) {
  if (offset === 0 && !has_more) return null;
  const number = Math.floor(offset / limit) + 1;
  const hrefOf = (page: number) => toUrl(path, { ...query, page: String(page) });
  return (
    <nav class="row spread pager" aria-label="Pages">
      {number > 1 ? (
        <a class="button quiet small" href={hrefOf(number - 1)} rel="prev">
          Previous
        </a>
      ) : (
        <span />
      )}
      <span class="soft">
        {formatCount(Math.min(offset + 1, total))} to {formatCount(Math.min(offset + limit, total))} of{' '}
        {formatCount(total)}
      </span>
      {has_more ? (
        <a class="button quiet small" href={hrefOf(number + 1)} rel="next">
          Next
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}
