import type { Segment } from '../../../../../../shared/capabilities/segments/schema.ts';
import type { FieldDefinition } from '../../../../../../shared/list/fields/schema.ts';
import type { FormValues } from '../../../../pages.ts';
import { Menu } from '../../../../parts/folded/menu.tsx';
import { Confirm, Field, Form, IfMaySend, Submit } from '../../../../parts/form.tsx';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { toUrl } from '../../../../parts/pager.tsx';
import { filterFacts, type ShownFilter } from '../../who/filter-words.ts';
import { PeopleChips } from '../../who/people-chips.tsx';
import { filtersIn } from '../search.ts';
import { lostFilters } from './segment-forms.ts';

interface SegmentBarProps {
  /** The page of the waitlist. */
  readonly path: string;
  readonly segments: readonly Segment[];
  readonly fields: readonly FieldDefinition[];
  /** The names of rewards, by their keys. */
  readonly rewards: ReadonlyMap<string, string>;
  /** The search that is shown. */
  readonly given: FormValues;
}

/** How texts are compared is said only where it is not as everywhere on these pages. */
function withoutDefault({ match, ...filter }: Segment['filter']): ShownFilter {
  const shown = match === 'any_case' ? filter : { ...filter, match };
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
}

/**
 * The segments of a waitlist, and a form that makes one of the search. Renders nothing where there is neither
 */
export function SegmentBar({ path, segments, fields, rewards, given }: SegmentBarProps) {
  const filters = filtersIn(given);
  const current = segments.find(({ id }) => id === given.segment);
  const canSave = Object.keys(filters).length > 0 && lostFilters(given).length === 0;
  if (segments.length === 0 && !canSave) return null;
  const chip = (name: string, href: string, isCurrent: boolean) => ({
    name,
    href,
    isCurrent,
    count: undefined,
  });
  return (
    <div class="row spread segment-bar">
      {segments.length > 0 && (
        <PeopleChips
          label="Segments"
          groups={[
            chip('All', path, Object.keys(filters).length === 0),
            ...segments.map(({ id, name }) => chip(name, toUrl(path, { segment: id }), id === current?.id)),
          ]}
        />
      )}
      {current && <SegmentMenu path={path} of={current} />}
      {current && (
        <ul class="chips segment-filter" aria-label={`Who is in the segment ${current.name}`}>
          {filterFacts(withoutDefault(current.filter), fields, rewards).map(([label, value]) => (
            <li key={label} class="chip still">
              {label} <b>{value}</b>
            </li>
          ))}
        </ul>
      )}
      {canSave && (
        <IfMaySend to={`${path}/segments`}>
          <details class="save-segment">
            <summary class="button quiet small">
              <Icon name="plus" />
              Save as segment
            </summary>
            <Form action={toUrl(`${path}/segments`, filters)}>
              <div class="row">
                <Field name="name" label="Name of the segment" required maxlength={100} autocomplete="off" />
                <Submit>Save</Submit>
              </div>
            </Form>
          </details>
        </IfMaySend>
      )}
    </div>
  );
}

interface SegmentMenuProps {
  /** The page of the waitlist. */
  readonly path: string;
  readonly of: Segment;
}

/** Renames a segment, or deletes it. */
function SegmentMenu({ path, of: { id, name } }: SegmentMenuProps) {
  const [rename, remove] = [`${path}/segments/${id}/rename`, `${path}/segments/${id}/delete`];
  return (
    <IfMaySend to={rename}>
      <Menu id="segment" label={`More for segment ${name}`} forms={[rename, remove]}>
        <Confirm
          id="rename-segment"
          label="Rename"
          description={`Rename segment ${name}`}
          tone="quiet"
          question="What do you call these people?"
          action={toUrl(rename, { segment: id })} // whose page a refusal shows
        >
          <Field name="name" label="Name" initial={name} required maxlength={100} autocomplete="off" />
        </Confirm>
        <Confirm
          id="delete-segment"
          label="Delete segment"
          description={`Delete segment ${name}`}
          question={`This deletes the segment ${name}. Its people stay on the waitlist, and drafts that were made with it stay as they are.`}
          action={remove}
        />
      </Menu>
    </IfMaySend>
  );
}
