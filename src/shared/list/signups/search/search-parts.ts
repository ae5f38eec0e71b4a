import { z } from 'zod';
import type { Fragment, Sql, Tx } from '../../../platform/postgres/connection.ts';
import { rankOf } from '../../mail-state/status.ts';
import { listPlace, type PeopleFilterPart } from '../../parts.ts';
import { importTraces } from '../removal/traces.ts';

/** A condition of signups `s`. */
export type SignupCondition = (sql: Sql | Tx, accountId: string) => Fragment;

/** How far the signup email came, as statistics count it (C4.6, C4.7). */
const mailSteps = ['sent', 'delivered', 'opened', 'clicked'] as const;

const referred: PeopleFilterPart<'true'> = {
  schema: z.literal('true'),
  condition: (sql) => sql`(s.referred_by IS NOT NULL AND s.uncredited IS NULL)`,
};

const reached: PeopleFilterPart<(typeof mailSteps)[number]> = {
  schema: z.enum(mailSteps),
  condition: (sql, _, step) => {
    const times = {
      sent: sql`true`,
      delivered: sql`coalesce(s.email_delivered_at, s.email_opened_at, s.email_clicked_at) IS NOT NULL`,
      opened: sql`coalesce(s.email_opened_at, s.email_clicked_at) IS NOT NULL`,
      clicked: sql`s.email_clicked_at IS NOT NULL`,
    };
    return sql`(s.email_status NOT IN (0, ${rankOf('config_error')}, ${rankOf('failed')}, ${rankOf('suppressed')}) AND ${times[step]})`;
  },
};

const mails: PeopleFilterPart<'unsubscribed'> = {
  schema: z.literal('unsubscribed'),
  condition: (sql) => sql`s.unsubscribed_at IS NOT NULL`,
};

const imported: PeopleFilterPart<string> = {
  schema: z.guid(),
  condition: (sql, _, id) => sql`s.import_id = ${id}`,
};

/** What happened to imported people since their import began. */
const happened = (): PeopleFilterPart<string> => {
  const traces = importTraces();
  return {
    schema: z.enum([...traces.keys()]),
    condition: (sql, accountId, name) => {
      const [began] = listPlace.parts().flatMap(({ importBegan }) => importBegan?.(sql, accountId) ?? []);
      const trace = traces.get(name);
      return trace && began ? sql`(${trace.condition(sql, accountId, began)})` : sql`false`;
    },
  };
};

/**
 * What the dashboard narrows signups by besides the filters of the API (N8): its own, and those of others.
 */
export function searchParts(): Readonly<Record<string, PeopleFilterPart>> {
  const parts = listPlace.parts().flatMap(({ filters = {} }) => Object.entries(filters));
  return Object.fromEntries([
    ...Object.entries({ referred, reached, mails, import: imported, happened: happened() }),
    ...parts,
  ]) as Readonly<Record<string, PeopleFilterPart>>;
}
