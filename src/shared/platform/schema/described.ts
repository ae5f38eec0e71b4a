import { z } from 'zod';

/**
 * The shapes with a name of their own in the API description. They are not in zod's global registry: an `id`
 * there makes every use of a shape a `$ref`, also at the root of a tool's output schema, where clients refuse
 * it.
 */
export const namedSchemas = z.registry<{ id: string }>();

/**
 * Gives a shape its name in the API description. A name must not end in `Input`: the variants for requests
 * get that ending.
 */
export function named<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  namedSchemas.add(schema, { id });
  return schema;
}

/**
 * Texts of answers that are times, days or addresses by construction: described as such, and not checked
 * again row by row.
 */
const known = (format: 'date-time' | 'date' | 'email') => z.string().meta({ format });

/** UTC, in milliseconds. */
export const Timestamp = known('date-time');
/** `YYYY-MM-DD`, in UTC. */
export const CalendarDay = known('date');
export const EmailAddress = known('email');
