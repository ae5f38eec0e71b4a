import { z } from 'zod';
import { CalendarDay } from '../../platform/schema/described.ts';

/** A day in UTC after today: one in the past would delete at once. */
const FutureDay = z.iso
  .date({ error: 'must be a day as YYYY-MM-DD', abort: true })
  .refine((day) => day > new Date().toISOString().slice(0, 10), 'must be a day after today (UTC)')
  .refine((day) => day < '2200-01-01', 'must be before the year 2200');
const Days = z.int().min(1).max(3_650);

const texts = {
  unconfirmed_days:
    'After how many days a signup is deleted that was asked to confirm and has not, 1 to 3650; never while its link is valid. Null: it is kept.',
  delete_on:
    'The day, from 00:00 UTC, on which the signups from before it are deleted. Later ones are kept. Null: none.',
  delete_after_conversion_days:
    'After how many days the signup of a person who became a user is deleted, 1 to 3650. Null: it is kept.',
} as const;

export const retentionText =
  'How long signups are kept. They are deleted as if you had: `signup.removed` is published.';

/** The group `retention` of a waitlist's settings, whole (N3). */
export const RetentionSettings = z.object({
  unconfirmed_days: z.int().nullable().default(null).describe(texts.unconfirmed_days),
  delete_on: CalendarDay.nullable().default(null).describe(texts.delete_on),
  delete_after_conversion_days: z.int().nullable().default(null).describe(texts.delete_after_conversion_days),
});
export type RetentionSettings = z.infer<typeof RetentionSettings>;

/** The same in a JSON merge patch. */
export const RetentionPatch = z
  .strictObject({
    unconfirmed_days: Days.nullable().describe(texts.unconfirmed_days),
    delete_on: FutureDay.nullable().describe(texts.delete_on),
    delete_after_conversion_days: Days.nullable().describe(texts.delete_after_conversion_days),
  })
  .partial();
