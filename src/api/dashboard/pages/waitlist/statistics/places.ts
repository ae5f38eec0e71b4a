import type { Narrowing } from '../../../../../shared/list/stats/scan-queries.ts';
import type { FormValues } from '../../../pages.ts';
import { toUrl } from '../../../parts/pager.tsx';

/** The page of a waitlist's signups, which figures lead to. Null where they lead nowhere. */
export type Root = string | null;

/** The signups that filters find. */
export const peopleOf = (root: Root, filters: FormValues = {}): string | undefined =>
  root === null ? undefined : toUrl(root, filters);

/** Those of some days. */
export const signupsOf = (
  root: Root,
  { from, to }: { readonly from: string; readonly to: string },
  filters: FormValues = {},
): string | undefined => peopleOf(root, { ...filters, created_from: from, created_to: to });

/** Filters of the signups page for a source or a site: each source by itself, such as `Ads` beside `ads`. */
export const filtersOf = (only: Narrowing | undefined): FormValues =>
  only === undefined
    ? {}
    : only.by === 'site'
      ? { site: only.name }
      : { utm_source: only.name, match: 'exact' };

/** Such as "12%", and "<1%" where rounding would say that there are none. */
export function percentOf(part: number, whole: number): string {
  const percent = Math.min(100, (100 * part) / Math.max(1, whole));
  return percent > 0 && percent < 0.5 ? '<1%' : `${Math.round(percent)}%`;
}
