import type { ComponentChildren } from 'preact';
import { Icon } from '../icons/icon.tsx';

/** A page of an index. */
interface SectionLink {
  readonly href: string;
  readonly name: string;
  readonly isCurrent: boolean;
  /** Whether it leads to a page without this index. */
  readonly leadsAway?: boolean;
  /** For addresses with `#` that once led to it. */
  readonly id?: string | undefined;
}

interface SectionsProps {
  /** The name of the index for screen readers. */
  readonly label: string;
  readonly groups: readonly { readonly name: string; readonly links: readonly SectionLink[] }[];
  /** Whether it is the page that the index stands on: on a phone the others have none. */
  readonly isFirst: boolean;
  readonly children: ComponentChildren;
}

/** One of several pages, with their index beside it; on a phone the index is above the first. */
export function Sections({ label, groups, isFirst, children }: SectionsProps) {
  return (
    <div class={isFirst ? 'sections' : 'sections inner'}>
      <nav aria-label={label}>
        {groups.map(({ name, links }) => (
          <div key={name}>
            <p>{name}</p>
            <ul>
              {links.map(({ href, name: text, isCurrent, leadsAway = false, id }) => (
                <li key={href}>
                  <a id={id} href={href} aria-current={isCurrent ? 'page' : undefined}>
                    {text}
                    {leadsAway && <Icon name="chevron-right" size={14} />}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div>{children}</div>
    </div>
  );
}
