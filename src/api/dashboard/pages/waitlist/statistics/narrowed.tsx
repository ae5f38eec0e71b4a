import type { FastifyRequest } from 'fastify';
import type { Narrowing } from '../../../../../shared/list/stats/scan-queries.ts';
import { boundedText } from '../../../../../shared/platform/schema/text.ts';
import type { FormValues } from '../../../pages.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import { toUrl } from '../../../parts/pager.tsx';

const Name = { source: boundedText(200).min(1), site: boundedText(253).min(1) };

/** The source or the site in the address of a page; undefined for none, and for what cannot be one. */
export function narrowingIn({ query }: FastifyRequest): Narrowing | undefined {
  for (const by of ['source', 'site'] as const) {
    const name = Name[by].safeParse((query as FormValues)[by]);
    if (name.success) return { by, name: name.data };
  }
  return undefined;
}

/** Its parameter in the address of a page. */
export const toParameters = (only: Narrowing | undefined): Readonly<Record<string, string>> =>
  only === undefined ? {} : { [only.by]: only.name };

interface NarrowedToProps {
  readonly path: string;
  readonly only: Narrowing;
  /** The rest of the address. */
  readonly given: FormValues;
}

/** What the page is of alone, as a chip that takes it away. */
export function NarrowedTo({ path, only, given }: NarrowedToProps) {
  const { source: _, site: __, ...rest } = given;
  return (
    <ul class="chips narrowed" aria-label="Filters in use">
      <li>
        <a class="chip" href={toUrl(path, rest)}>
          {only.by === 'site' ? 'Site' : 'Source'} <b>{only.name}</b>
          <Icon name="x" size={14} />
          <span class="hidden">, remove this filter</span>
        </a>
      </li>
    </ul>
  );
}

/** Why the numbers below are those of all signups. */
export function NotNarrowed({ path, only, given }: NarrowedToProps) {
  return (
    <p class="message warn">
      These are all signups: those of {only.name} alone are not counted, because there are too many in this
      period.{' '}
      {given.whole === 'yes' ? (
        'Choose a shorter one.'
      ) : (
        <>
          Choose a shorter one, or{' '}
          <a href={toUrl(path, { ...given, whole: 'yes' })}>count them all the same</a>.
        </>
      )}
    </p>
  );
}
