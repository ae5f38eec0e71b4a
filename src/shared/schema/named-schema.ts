import { z } from 'zod';

/**
 * The shapes that stand under a name of their own in the API description. Not zod's global registry: an `id` there makes every use
 * of a shape a `$ref`, also at the root of a tool's output schema, where clients refuse it.
 */
export const namedSchemas = z.registry<{ id: string }>();

/** Gives a shape its name in the API description. A name must not end in `Input`: that is what requests' variants get. */
export function named<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  namedSchemas.add(schema, { id });
  return schema;
}
