import type { ComponentChildren } from 'preact';
import { Icon } from '../icons/icon.tsx';

interface SectionsProps {
  /** The name of the index for screen readers. */
  readonly label: string;
  /** Where each section or page is, and its name. */
  readonly links: readonly (readonly [href: string, name: string])[];
  readonly children: ComponentChildren;
}

/** A long page with an index of its sections beside it; on a phone above it. */
export function Sections({ label, links, children }: SectionsProps) {
  return (
    <div class="sections">
      <nav aria-label={label}>
        <ul>
          {links.map(([href, name]) => (
            <li key={href}>
              <a href={href}>
                {name}
                {!href.startsWith('#') && <Icon name="chevron-right" size={14} />}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div>{children}</div>
    </div>
  );
}
