import { z } from 'zod';
import { CalendarDay, named } from '../../platform/schema/described.ts';
import { listPlace, type StatsDetail } from '../parts.ts';
import { includeList } from '../signups/details/schema.ts';

/** The year is at least 1000, so subtracting days never leaves the range of JavaScript and Postgres. */
const Day = z
  .string()
  .regex(/^[1-9]\d{3}-\d{2}-\d{2}$/, { error: 'must be a day as YYYY-MM-DD', abort: true })
  .refine(
    (text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text),
    'no such day',
  )
  .meta({ format: 'date' });

/** The query of GET stats (§4.4). */
export const StatsQuery = z.object({
  from: Day.optional().describe('The first day of the window (UTC). Default: 30 days before `to`.'),
  to: Day.optional().describe('The last day of the window (UTC), included. Default: today.'),
});
export type StatsQuery = z.infer<typeof StatsQuery>;

const percent = z.int().min(0).max(100).nullable();
const count = z.int().min(0);

/** The maximum number of named sources in a response. Sources are arbitrary texts of signups. */
export const namedSources = 200;
/** The name of all further sources together. */
export const otherSources = 'other';

/** The statistics of a waitlist (§2.7). */
export const Stats = z.object({
  waitlist_id: z.guid().describe('The id of the waitlist.'),
  total: count.describe('All signups of the list, of all time.'),
  range_total: count.describe('Signups in the window.'),
  range_from: CalendarDay.describe('The first day of the window that was used.'),
  range_to: CalendarDay.describe('The last day of the window that was used.'),
  daily: z
    .array(
      z.object({
        date: CalendarDay.describe('A day, in UTC.'),
        signups: count.describe('Signups of that day.'),
      }),
    )
    .describe('Every day of the window, including those without a signup.'),
  by_source: z
    .array(
      z.object({
        source: z.string().describe('A `utm_source`; `direct` for signups without one.'),
        signups: count.describe('Signups from it in the window.'),
      }),
    )
    .max(namedSources + 1)
    .describe(
      `The sources in the window, most signups first, then by name. Beyond ${namedSources} sources, the last entry is \`${otherSources}\`: all further sources, and a source of that name.`,
    ),
  email_engagement: z
    .object({
      emails_sent: count.describe('Signups whose email left.'),
      delivery_rate: percent.describe('The percentage of sent emails that arrived, as a whole number.'),
      open_rate: percent.describe('The percentage of sent emails that were opened, as a whole number.'),
      click_rate: percent.describe(
        'The percentage of sent emails in which a link was clicked, as a whole number.',
      ),
    })
    .describe('Of all time. The rates are null before the first email.'),
  growth: z
    .object({
      last_7: count.describe('Signups today and in the 6 days before.'),
      prev_7: count.describe('Signups in the 7 days before those.'),
      delta: z.int().nullable().describe('The change in percent; null if `prev_7` is 0.'),
    })
    .describe('As of today, whatever the window.'),
  referrer_domains: z
    .array(
      z.object({
        domain: z.string().describe('A host, in lower case, without `www.`.'),
        signups: count.describe('Signups from it.'),
      }),
    )
    .max(5)
    .describe('The most frequent hosts of `http` and `https` referrers, of all time.'),
  referred_count: count.describe('Referred signups, of all time.'),
});
export type Stats = z.infer<typeof Stats>;

/** The facts that `include` can ask others for, by their names. */
export const statsDetails = (): ReadonlyMap<string, StatsDetail> =>
  new Map(listPlace.parts().flatMap(({ stats = {} }) => Object.entries(stats)));

/** The query of GET stats over REST, with what the answer has in addition (N3). */
export const statsRequest = () =>
  StatsQuery.extend({ include: includeList(['confirmation', ...statsDetails().keys()]) });
export type StatsRequest = z.infer<ReturnType<typeof statsRequest>>;

/** The answer to GET stats over REST. */
export const statsAnswer = () =>
  named(
    'Stats',
    Stats.extend({
      confirmed: count
        .optional()
        .describe(
          'Signups that have confirmed their address, of all time. Only with `include=confirmation`.',
        ),
      ...Object.fromEntries([...statsDetails()].map(([name, { schema }]) => [name, schema.optional()])),
    }),
  );
/** The statistics with what `include` asks for. */
export type StatsAnswer = Stats & { readonly confirmed?: number } & Readonly<Record<string, unknown>>;
