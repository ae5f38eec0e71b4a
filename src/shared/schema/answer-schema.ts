import { z } from 'zod';

/** A text of answers that is known to be a time, a day or an address: the description says so, and a page of 200 rows is not checked for it. */
const known = (format: 'date-time' | 'date' | 'email') => z.string().meta({ format });

/** UTC, in milliseconds. */
export const Timestamp = known('date-time');
/** `YYYY-MM-DD`, in UTC. */
export const CalendarDay = known('date');
export const EmailAddress = known('email');
