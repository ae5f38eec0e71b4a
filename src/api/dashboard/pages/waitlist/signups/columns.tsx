import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FieldDefinition, maxFieldsPerWaitlist } from '../../../../../shared/list/fields/schema.ts';
import type { WaitlistKey } from '../../../../../shared/list/parts.ts';
import { peopleColumns } from '../../../../../shared/list/signups/people-columns.ts';
import type { Sql } from '../../../../../shared/platform/postgres/connection.ts';
import { addForm, type FormValues, type Show } from '../../../pages.ts';
import { Checkbox } from '../../../parts/checkbox.tsx';
import { Form, Submit } from '../../../parts/form.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { toUrl } from '../../../parts/pager.tsx';
import { addressOf } from './search.ts';

/**
 * A column of the table of signups beside the address: one that all lists have, one that others know, or
 * `field.` with the key of a custom field.
 */
type Column = string;

const commonColumns = ['position', 'place', 'status', 'referrals', 'source', 'joined'] as const;

const names: Readonly<Record<string, string>> = {
  position: 'Position',
  place: 'Place',
  status: 'Email status',
  referrals: 'Referrals',
  source: 'Source',
  joined: 'Signed up',
};

/** As many custom fields as fit on a small screen beside the rest. The page of a signup shows all. */
const fieldsAtFirst = 2;

interface OfList {
  readonly fields: readonly FieldDefinition[];
  /** Whether a place is another number than a position. */
  readonly hasPlaces: boolean;
  /** The columns of others that it shows at first. */
  readonly atFirst: ReadonlySet<string>;
}

/** All that the table can show. */
const columnsOf = ({ fields, hasPlaces }: Omit<OfList, 'atFirst'>): Column[] => [
  ...commonColumns.filter((column) => hasPlaces || column !== 'place'),
  ...peopleColumns().keys(),
  ...fields.map(({ key }) => `field.${key}`),
];

/** What it shows at first: nothing is cut off on a screen that is 1,280 pixels wide. */
function columnsAtFirst({ fields, hasPlaces, atFirst }: OfList): Column[] {
  const numbers = hasPlaces ? 'position' : 'place';
  const others = peopleColumns();
  const left = Math.max(0, fieldsAtFirst - atFirst.size);
  return columnsOf({ fields: fields.slice(0, left), hasPlaces }).filter(
    (column) => column !== numbers && (!others.has(column) || atFirst.has(column)),
  );
}

/** The columns of others that the table of a waitlist shows at first. */
export async function readAtFirst(sql: Sql, list: WaitlistKey): Promise<ReadonlySet<string>> {
  const shown = [...peopleColumns()].map(async ([name, column]) =>
    (await column.isShownAtFirst?.(sql, list)) ? [name] : [],
  );
  return new Set((await Promise.all(shown)).flat());
}

/** One cookie for each list: what somebody wants to see there in this browser. */
const cookie = 'waitlist-columns';
const yearSeconds = 31_536_000;

/** What the table shows: what was chosen in this browser, or what it shows at first. */
export function shownColumns({ cookies }: FastifyRequest, list: OfList): ReadonlySet<Column> {
  const chosen = cookies[cookie]?.split('~');
  return new Set(
    chosen === undefined ? columnsAtFirst(list) : columnsOf(list).filter((column) => chosen.includes(column)),
  );
}

/** Takes the choice of columns. Whoever sees the list may choose. */
export function columnsForm(app: FastifyInstance, show: Show): void {
  addForm(app, '/waitlists/:id/columns', {}, show, async (request, reply): Promise<FastifyReply> => {
    const path = `/dashboard/waitlists/${request.waitlist.id}`;
    const { reset, ...ticked } = (request.body ?? {}) as FormValues;
    const options = { path, httpOnly: true, sameSite: 'lax' } as const;
    const columns = Object.keys(ticked).flatMap((name) => columnOf(name) ?? []);
    if (reset !== undefined) reply.clearCookie(cookie, options);
    else
      reply.setCookie(cookie, columns.slice(0, mostColumns()).join('~'), {
        ...options,
        maxAge: yearSeconds,
      });
    return reply.redirect(toUrl(path, addressOf(request)), 303);
  });
}

/** All common columns, and every custom field that a list can have. */
const mostColumns = () => commonColumns.length + peopleColumns().size + maxFieldsPerWaitlist;

/** The names of the tick boxes: inputs of filters have those of fields. */
const boxOf = (column: Column) => `show.${column}`;

/** The column of a tick box. The table shows those that its list has. */
const columnOf = (name: string): string | undefined =>
  /^show\.((?:field\.)?[a-z][a-z0-9_]{0,63})$/.exec(name)?.[1];

interface ColumnChoiceProps extends OfList {
  /** Where the form is sent: the search stays. */
  readonly action: string;
  readonly shown: ReadonlySet<Column>;
}

/** Chooses what the table shows. It opens without scripts. */
export function ColumnChoice({ action, shown, ...list }: ColumnChoiceProps) {
  return (
    <>
      <button type="button" class="plain columns" popovertarget="columns">
        <Icon name="sliders-horizontal" />
        Columns
      </button>
      <div id="columns" popover="auto" role="dialog" aria-labelledby="columns-title" class="dialog">
        <h2 id="columns-title">Columns</h2>
        <Form action={action} class="fields">
          {columnsOf(list).map((column) => (
            <Checkbox
              key={column}
              name={boxOf(column)}
              label={nameOf(column, list)}
              initial={shown.has(column)}
            />
          ))}
          <div class="row">
            <Submit>Show these</Submit>
            <Submit class="quiet" name="reset" value="yes">
              As at first
            </Submit>
          </div>
        </Form>
      </div>
    </>
  );
}

const nameOf = (column: Column, { fields }: Pick<OfList, 'fields'>): string =>
  names[column] ??
  peopleColumns().get(column)?.label ??
  fields.find(({ key }) => `field.${key}` === column)?.label ??
  column;
