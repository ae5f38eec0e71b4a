import { z } from 'zod';
import { boundedRecord } from '../../platform/schema/bounded.ts';
import { named, Timestamp } from '../../platform/schema/described.ts';
import { PageQuery } from '../../platform/schema/paging.ts';
import { trimmedText } from '../../platform/schema/text.ts';
import { maxColumns } from './columns/column-names.ts';
import { encodings } from './upload/check-text.ts';

/** Which product wrote the file. */
export const presets = [
  'auto',
  'own',
  'getwaitlist',
  'prefinery',
  'mailchimp',
  'waitlister',
  'launchlist',
  'viral_loops',
  'kickofflabs',
  'kit',
  'substack',
  'beehiiv',
  'google_forms',
  'airtable',
  'ghost',
  'listmonk',
  'keila',
  'buttondown',
] as const;
export type Preset = (typeof presets)[number];

const DateOrder = z.enum(['mdy', 'dmy']);

const flag = (description: string) =>
  z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .describe(description);

/** The query of POST imports (N6). */
export const ImportQuery = z.object({
  preset: z
    .enum(presets)
    .default('auto')
    .describe('Which product wrote the file. `auto` finds out by the names of the columns.'),
  positions: z
    .enum(['append', 'keep'])
    .default('append')
    .describe(
      '`append`: signups are added behind the list, by `created_at`, then by line. `keep`: each keeps the position in the file; only while the waitlist has never given a position out.',
    ),
  codes: z
    .enum(['keep', 'new'])
    .default('keep')
    .describe(
      '`keep`: a code in our form stays if it is free; any other one goes on working as an alias. `new`: every signup gets a new code.',
    ),
  encoding: z
    .enum(['auto', ...encodings])
    .default('auto')
    .describe(
      'How the characters of the file are stored. `auto` finds out, and asks where it is Windows-1252, as Excel writes it.',
    ),
  date_order: DateOrder.optional().describe(
    'What dates such as `1/2/2026` mean. Left out: the dry run finds out by all dates of the file, and asks if both fit.',
  ),
  notify: flag('Whether new signups get their email.'),
  events: flag('Whether `signup.created` is published for new signups.'),
});
export type ImportQuery = z.infer<typeof ImportQuery>;

const importStates = [
  'uploading',
  'validating',
  'ready',
  'running',
  'finished',
  'cancelled',
  'failed',
] as const;
export type ImportState = (typeof importStates)[number];

const importOutcomes = ['create', 'existing', 'duplicate', 'rejected', 'over_quota'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

const Count = z.int().min(0);
const ColumnName = trimmedText(200);

/** Something that the owner has to say before the start (N6). */
const ImportQuestion = named(
  'ImportQuestion',
  z.object({
    kind: z
      .enum(['subscription', 'date_order', 'encoding'])
      .describe(
        '`subscription`: a column looks as if it told who has left, and is not imported so. `date_order`: dates such as `1/2/2026` fit both orders. `encoding`: the file is not UTF-8, and `values` show how it reads.',
      ),
    column: z.string().nullable().describe('The column it is about; null for the whole file.'),
    values: z.array(z.string()).describe('What was found: states, a date read both ways, texts.'),
    text: z.string().describe('The question, for people.'),
  }),
);
export type ImportQuestion = z.infer<typeof ImportQuestion>;

/** An import (N6). */
export const Import = named(
  'Import',
  z.object({
    id: z.uuid().describe('The id of the import.'),
    waitlist_id: z.uuid().describe('The waitlist that the signups are for.'),
    state: z
      .enum(importStates)
      .describe(
        '`uploading`, then `validating`. `ready` is the dry run: nothing is stored yet. `running` after the start, then `finished`. Or `cancelled`, or `failed`.',
      ),
    preset: z.enum(presets).describe('Which product wrote the file.'),
    positions: z.enum(['append', 'keep']).describe('What becomes of positions.'),
    codes: z.enum(['keep', 'new']).describe('What becomes of referral codes.'),
    notify: z.boolean().describe('Whether new signups get their email.'),
    events: z.boolean().describe('Whether `signup.created` is published for new signups.'),
    rows: Count.describe('How many rows the file has.'),
    would_create: Count.describe('How many rows become signups, or have become one.'),
    existing: Count.describe('How many have an address that is on the waitlist already.'),
    duplicates: Count.describe('How many have the address of an earlier row.'),
    rejected: Count.describe('How many cannot be imported; `rows` tells why.'),
    over_quota: Count.describe('How many do not fit the plan’s limit of stored signups.'),
    created: Count.describe('How many signups the import has added so far.'),
    referrals: Count.describe('How many of these have their referrer.'),
    columns: z
      .object({
        names: z.array(z.string()).describe('The names in the header, in their order.'),
        mapped: z
          .record(z.string(), z.string())
          .describe('What each column becomes, by the name of the column.'),
        unmapped: z.array(z.string()).describe('Columns that are not imported.'),
      })
      .describe('The columns of the file.'),
    warnings: z.array(z.string()).describe('What to look at before the start.'),
    notes: z.array(z.string()).describe('How the file was read, for people.'),
    encoding: z.string().describe('How the characters of the file are stored.'),
    date_order: DateOrder.nullable().describe(
      'How dates such as `1/2/2026` are read; null if there are none, or nobody knows yet.',
    ),
    cleaned: Count.describe(
      'How many addresses had something around them, such as a name, `mailto:` or spaces that nobody sees.',
    ),
    left: z
      .object({
        unsubscribed: Count.describe('They get no mails of this waitlist.'),
        bounced: Count.describe('Their addresses get no mails of any waitlist.'),
        complained: Count.describe('Their addresses get no mails of any waitlist.'),
        suppressed: Count.describe('They were not mailed there, and get no mails of this waitlist.'),
      })
      .describe('How many rows say that the person has left, by how. They keep their place.'),
    questions: z
      .array(ImportQuestion)
      .describe('What to answer with PATCH before the start; until then it is a 409.'),
    created_at: Timestamp.describe('When the upload began.'),
    started_at: Timestamp.nullable().describe('When it was started.'),
    finished_at: Timestamp.nullable().describe('When it finished, failed or was cancelled.'),
    failure_reason: z.string().nullable().describe('Why it failed.'),
    step: z
      .enum(['signups', 'referrals'])
      .nullable()
      .describe('What a running import is at: it adds signups, and then names who referred them. Else null.'),
  }),
);
export type Import = z.infer<typeof Import>;

const maxMappedColumns = maxColumns;

/** The body of PATCH imports/{id} (N6). */
export const ImportPatch = named(
  'ImportPatch',
  z.strictObject({
    mapping: boundedRecord(z.record(ColumnName, trimmedText(100).nullable()), maxMappedColumns)
      .describe(
        'What columns become, by their names: `email`, `position`, `created_at`, `referral_code`, `referred_by`, `id`, `utm_source`, `referrer`, `metadata`, `metadata.KEY`, `fields`, `fields.KEY`, `email_status`, `email_delivered_at`, `email_opened_at`, `email_clicked_at`, `confirmed_at`, `unsubscribed_at`, `bounced_at`, `bounce_class`, `converted_at`, `locale`, `utm_medium`, `utm_campaign`, `utm_term`, `utm_content` or `subscription`. `subscription` is a state such as `cancelled`, a flag or a time, and several columns can become it: who has left gets no mails. Null leaves a column out. Columns that are not named stay as they are.',
      )
      .optional(),
    date_order: DateOrder.optional().describe('What dates such as `1/2/2026` mean.'),
    encoding: z
      .enum(encodings)
      .optional()
      .describe(
        'The encoding that the file was read in: says that it is right. For another one upload the file again.',
      ),
  }),
);
export type ImportPatch = z.infer<typeof ImportPatch>;

/** The body of POST imports/{id}/start (N6). */
export const ImportStart = named(
  'ImportStart',
  z.strictObject({
    expected_count: z
      .int()
      .min(0)
      .optional()
      .describe('The `would_create` that you have seen. Another number now is a 409, and nothing starts.'),
  }),
);
export type ImportStart = z.infer<typeof ImportStart>;

const outcome = z
  .enum(importOutcomes)
  .describe(
    '`create`: becomes a signup, and has a `signup_id` once it has. `existing`, `duplicate`, `rejected` and `over_quota` as in the import.',
  );

/** The query of GET imports/{id}/rows.csv. */
export const ImportRowsFilter = z.object({ outcome: outcome.optional() });
export type ImportRowsFilter = z.infer<typeof ImportRowsFilter>;
/** A page behind so many rows would be slow to find. */
const deepestOffset = 100_000;
/** The query of GET imports/{id}/rows. */
export const ImportRowsQuery = PageQuery.extend({
  ...ImportRowsFilter.shape,
  offset: PageQuery.shape.offset
    .refine((offset) => offset <= deepestOffset, `must be at most ${deepestOffset}; rows.csv has all rows`)
    .describe(`The number of items to skip, at most ${deepestOffset}; \`rows.csv\` has all.`),
});
export type ImportRowsQuery = z.infer<typeof ImportRowsQuery>;

/** A row of a file (N6). */
export const ImportRow = named(
  'ImportRow',
  z.object({
    line: z.int().min(1).describe('The line of the file that the row begins in.'),
    outcome: outcome.nullable().describe('What becomes of the row; null until it is validated.'),
    reason: z.string().nullable().describe('Why, for people.'),
    signup_id: z.uuid().nullable().describe('The signup that it became, or that was there.'),
    cells: z.array(z.string()).describe('The cells, in the order of the columns.'),
  }),
);
export type ImportRow = z.infer<typeof ImportRow>;
