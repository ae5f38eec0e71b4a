import { formatCount } from '../../../parts/format.tsx';

/** Some of the people of a page. */
export interface PeopleGroup {
  readonly href: string;
  readonly isCurrent: boolean;
  readonly name: string;
  /** How many they are, if that is known. */
  readonly count: number | undefined;
}

interface PeopleChipsProps {
  readonly groups: readonly PeopleGroup[];
  /** Distinguishes them from others on the page, for screen readers. */
  readonly label?: string;
}

/** Links to groups of people, the first to all of them. */
export function PeopleChips({ groups, label = 'Who is shown' }: PeopleChipsProps) {
  return (
    <nav aria-label={label}>
      <ul class="chips">
        {groups.map(({ href, isCurrent, name, count }) => (
          <li key={name}>
            <a class="chip" href={href} aria-current={isCurrent ? 'true' : undefined}>
              {name} {count !== undefined && <b>{formatCount(count)}</b>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
