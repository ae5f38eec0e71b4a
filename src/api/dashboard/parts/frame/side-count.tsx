import { formatCount } from '../format.tsx';
import { Icon } from '../icons/icon.tsx';
import type { SideLists } from './side-lists.ts';

/** How many signups a waitlist of the sidebar has. */
export function SideCount({ list }: { readonly list: SideLists['shown'][number] }) {
  return (
    <small id={`side-${list.id}`} data-live>
      {list.isArchived && (
        <>
          <Icon name="archive" size={14} />
          <span class="hidden">archived, </span>
        </>
      )}
      {formatCount(list.signup_count)}
      <span class="hidden">{list.signup_count === 1 ? ' signup' : ' signups'}</span>
    </small>
  );
}
