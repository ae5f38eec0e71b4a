import { z } from 'zod';

/** From the year 1000 on: neither JavaScript nor Postgres can count back from the first years of all. */
const Day = z
  .string()
  .regex(/^[1-9]\d{3}-\d{2}-\d{2}$/, 'expected a day as YYYY-MM-DD')
  .refine(
    (text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text),
    'no such day',
  );

/** The query of GET stats (§4.4). */
export const StatsQuery = z.object({ from: Day.optional(), to: Day.optional() });
export type StatsQuery = z.infer<typeof StatsQuery>;

const percent = z.int().min(0).max(100).nullable();
const count = z.int().min(0);

/** A waitlist's statistics (§2.7). */
export const Stats = z.object({
  waitlist_id: z.guid(),
  total: count,
  range_total: count,
  range_from: z.string(),
  range_to: z.string(),
  daily: z.array(z.object({ date: z.string(), signups: count })),
  by_source: z.array(z.object({ source: z.string(), signups: count })),
  email_engagement: z.object({
    emails_sent: count,
    delivery_rate: percent,
    open_rate: percent,
    click_rate: percent,
  }),
  growth: z.object({ last_7: count, prev_7: count, delta: z.int().nullable() }),
  referrer_domains: z.array(z.object({ domain: z.string(), signups: count })),
  referred_count: count,
});
export type Stats = z.infer<typeof Stats>;
