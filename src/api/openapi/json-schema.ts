import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Override = NonNullable<z.core.JSONSchemaGeneratorParams['override']>;

/**
 * Completes the JSON Schema that zod makes of a shape: adds what `describe` and `meta` say, and takes away
 * what zod writes for want of something better.
 */
export const completeJsonSchema: Override = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod;
  Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
  if (def.type === 'default') jsonSchema.default = (def as z.core.$ZodDefaultDef).defaultValue;
  if (def.type === 'undefined') jsonSchema.type = 'null';
  if (def.type === 'object') completeObject(def as z.core.$ZodObjectDef, jsonSchema);
  // The format says it.
  if (jsonSchema.format !== undefined || jsonSchema.type !== 'string') delete jsonSchema.pattern;
  // Keys are texts.
  if (Object.keys(jsonSchema.propertyNames ?? {}).join() === 'type') delete jsonSchema.propertyNames;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
};

/**
 * Answers may gain fields, so only shapes that refuse unknown keys say so; a key that is always refused is no
 * property.
 */
function completeObject(def: z.core.$ZodObjectDef, jsonSchema: JsonSchema): void {
  if (def.catchall === undefined) delete jsonSchema.additionalProperties;
  for (const [key, property] of Object.entries(jsonSchema.properties ?? {})) {
    if (typeof property === 'object' && 'not' in property && property.type === undefined) {
      delete jsonSchema.properties?.[key];
    }
  }
}

/** `anyOf: [a type, null]`, anywhere below, as the list of two types that reads better. */
export function foldNulls(tree: unknown): void {
  if (typeof tree !== 'object' || tree === null) return;
  Object.values(tree).forEach(foldNulls);
  const schema = tree as JsonSchema;
  if (!Array.isArray(schema.anyOf)) return;
  const [value, none, ...others] = schema.anyOf;
  if (typeof value?.type !== 'string' || none?.type !== 'null' || others.length > 0) return;
  const { type, enum: values, ...rest } = value;
  delete schema.anyOf;
  Object.assign(schema, { type: [type, 'null'] }, values && { enum: [...values, null] }, rest);
}
