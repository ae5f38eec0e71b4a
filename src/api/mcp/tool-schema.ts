import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;
/** What the protocol calls the schema of arguments or of a result. */
type ToolSchema = JsonSchema & { type: 'object' };

/** The JSON Schema of a tool's arguments. */
export function inputSchemaOf(input: z.ZodObject): ToolSchema {
  return toSchema(input, 'input');
}

/** The JSON Schema of a tool's result. */
export function outputSchemaOf(output: z.ZodObject): ToolSchema {
  return toSchema(output, 'output');
}

/**
 * JSON Schema 2020-12: what the protocol takes as default, and the only dialect that some clients take.
 * Keywords that carry no information, or that few clients know, are left out.
 */
function toSchema(schema: z.ZodObject, io: 'input' | 'output'): ToolSchema {
  const made = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format) delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      delete jsonSchema.propertyNames;
      if (io === 'input' && jsonSchema.type === 'object') leaveOutNull(jsonSchema);
    },
  }) as ToolSchema;
  splitTypes(made);
  return made;
}

/**
 * An argument that may be null may as well be left out, and only that is said: some model providers drop or
 * refuse arguments of two types. Values behind keys of the caller's choice are the same.
 */
function leaveOutNull(schema: JsonSchema): void {
  const { properties = {}, required = [], additionalProperties } = schema;
  for (const [name, property] of Object.entries(properties))
    if (!required.includes(name)) properties[name] = withoutNull(property);
  if (additionalProperties !== undefined) schema.additionalProperties = withoutNull(additionalProperties);
}

function withoutNull(schema: JsonSchema | boolean): JsonSchema | boolean {
  if (typeof schema !== 'object' || !schema.anyOf) return schema;
  const { anyOf, ...rest } = schema;
  const [only, ...others] = anyOf.filter(({ type }) => type !== 'null');
  if (!only) return schema;
  return others.length === 0 ? { ...only, ...rest } : { anyOf: [only, ...others], ...rest };
}

/** A list of types, anywhere below, as the choice of single ones that more clients know. */
function splitTypes(tree: unknown): void {
  if (typeof tree !== 'object' || tree === null) return;
  Object.values(tree).forEach(splitTypes);
  const schema = tree as JsonSchema;
  if (!Array.isArray(schema.type)) return;
  schema.anyOf = schema.type.map((type) => ({ type }));
  delete schema.type;
}
