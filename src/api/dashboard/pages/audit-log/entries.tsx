import type { AuditEntry } from '../../../../shared/account/audit/schema.ts';
import { scopes } from '../../../../shared/account/scopes.ts';
import type { IntegrationType } from '../../../../shared/events/names.ts';
import type { NamedObject } from '../../../../shared/owner/audit/name-objects.ts';
import { formatCount, Time } from '../../parts/format.tsx';
import { toUrl } from '../../parts/pager.tsx';
import { Table } from '../../parts/table.tsx';
import { toWords } from '../../plain-words.ts';
import { settingsCards } from '../waitlist/settings-frame.tsx';
import { integrations, pathOf as pathOfIntegration } from '../integration/names.ts';

type Names = ReadonlyMap<string, NamedObject>;

/** Entries of the audit log, with the names of what they are about. */
export function Entries({ of, names }: { readonly of: readonly AuditEntry[]; readonly names: Names }) {
  return (
    <Table label="Audit log" class="log" columns={['What', 'Who', 'When', 'Details']}>
      {of.map((entry) => (
        <tr key={entry.id}>
          <th scope="row">
            {toWords(entry.action.replace('.', ' ')).replace(/^Api\b/, 'API')}
            <small class="line">
              <ObjectName of={entry} names={names} />
            </small>
          </th>
          <td class={entry.actor.type === 'user' ? 'by address' : 'by'}>{nameOf(entry.actor)}</td>
          <td class="when">
            <Time at={entry.created_at} />
          </td>
          <td class="details">{describe(entry, names)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** What something was done to: its name with a link, or its id if it is gone. Nothing of who did it. */
function ObjectName({
  of: { object, details, actor },
  names,
}: {
  readonly of: AuditEntry;
  readonly names: Names;
}) {
  const { id, type } = object;
  if (id === null) return null;
  const integration = integrationIn(details);
  if (type === 'integration' && integration)
    return <a href={pathOfIntegration(integration)}>{integrations[integration].name}</a>;
  const named = names.get(id);
  if (!named) return isNowhere(type) ? null : <code>{id}</code>;
  if (named.kind === 'user' && named.name === actor.name) return null;
  const list = named.waitlist_id === null ? undefined : names.get(named.waitlist_id)?.name;
  return (
    <>
      <a href={hrefOf(id, type, named)} title={id}>
        {named.name ?? nameless[named.kind] ?? id}
      </a>
      {named.kind !== 'waitlist' && list != null && ` of ${list}`}
    </>
  );
}

/** What has no page of its own, and whose id leads nowhere. */
const isNowhere = (type: string) => ['account', 'session', 'suppression', 'user'].includes(type);

const nameless: Readonly<Record<string, string>> = { wave: 'A wave', import: 'An import' };

const integrationIn = ({ type }: AuditEntry['details']): IntegrationType | undefined =>
  typeof type === 'string' && Object.hasOwn(integrations, type) ? (type as IntegrationType) : undefined;

/** The pages of what is recorded with the id of its waitlist. */
const pagesOfList: Readonly<Record<string, string>> = {
  field: '/fields',
  settings: '/settings',
  logo: '/settings/brand',
  links: '/settings/links',
  template: '/email',
  statistics_link: '/statistics',
  review: '/review',
  reward: '/rewards',
  rewards: '/rewards',
};

function hrefOf(id: string, type: string, { kind, waitlist_id: list }: NamedObject): string {
  const path = `/dashboard/waitlists/${list}`;
  switch (kind) {
    case 'waitlist':
      return `${path}${pagesOfList[type] ?? ''}`;
    case 'wave':
      return `${path}/invite/waves/${id}`;
    case 'announcement':
      return `${path}/write/${id}`;
    case 'import':
      return `${path}/imports/${id}`;
    case 'signup':
      return `${path}/signups/${id}`;
    case 'invitation':
      return `${path}/invite`;
    case 'segment':
      return toUrl(path, { segment: id });
    case 'user':
      return '/dashboard/users';
    case 'api_key':
      return '/dashboard/api-keys';
  }
}

export const actorTypes = {
  user: 'A user',
  api_key: 'An API key',
  app: 'A connected app',
  command_line: 'The operator',
  visitor: 'Somebody not signed in',
} as const;

function nameOf({ type, name }: AuditEntry['actor']): string {
  if (name === null) return actorTypes[type];
  return type === 'api_key' ? `API key ${name}` : name;
}

/** So many are named; a key may have all scopes. */
const mostNamed = 6;

const list = new Intl.ListFormat('en');

/** Groups of settings that are not on a page of their own in the settings. */
const otherGroups: Readonly<Record<string, string>> = { abuse: 'Review', invitations: 'Invite' };
const titleOfGroup = (group: string) =>
  settingsCards.find(({ id }) => id === group)?.title ?? otherGroups[group] ?? toWords(group);

/** Details that count people, by what the API calls them. */
const counts: ReadonlySet<string> = new Set(['expected_count', 'selected']);

/** How a detail is said where its name and its value alone would not tell. */
const sayings: Readonly<Record<string, (values: readonly string[]) => string>> = {
  changed: (values) => `changed: ${list.format(values.map((each) => each.replaceAll('_', ' ')))}`,
  created: ([isNew]) => (isNew === 'true' ? 'set up' : 'changed'),
  groups: (values) => values.map(titleOfGroup).join(', '),
  plan: ([plan = '']) => `plan: ${toWords(plan)}`,
  scopes: (values) => (values.length === scopes.length ? 'all scopes' : `scopes: ${sayValues(values)}`),
};

const sayValues = (values: readonly string[]) =>
  values.length > mostNamed ? `${values.length} of them` : values.join(' ');

/** Such as `from: editor, to: viewer`. What the object's name says is not said again. */
function describe({ object, details }: AuditEntry, names: Names): string {
  const shown = object.id === null ? undefined : names.get(object.id)?.name;
  return Object.entries(details)
    .filter(([name, value]) => value !== shown && !(object.type === 'integration' && name === 'type'))
    .map(([name, value]) => {
      const found = typeof value === 'string' ? names.get(value)?.name : undefined;
      if (found != null) return `${toWords(name.replace(/_id$/, '')).toLowerCase()}: ${found}`;
      const values = [value]
        .flat()
        .map((each) => (typeof each === 'number' ? formatCount(each) : String(each)));
      if (Object.hasOwn(sayings, name)) return sayings[name]?.(values);
      return `${counts.has(name) ? 'people' : toWords(name).toLowerCase()}: ${sayValues(values)}`;
    })
    .join(', ');
}
