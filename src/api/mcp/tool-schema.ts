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
    override: ({ zodSchema, jsonSchema }) => {
      if (jsonSchema.format) delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      delete jsonSchema.propertyNames;
      if (io === 'input' && zodSchema._zod.def.type === 'object') withoutNullProperties(jsonSchema);
    },
  }) as ToolSchema;
  splitTypes(made);
  return made;
}

/**
 * An argument that may be null may as well be left out, and only that is said: some model providers drop or
 * refuse arguments of two types.
 */
function withoutNullProperties({ properties = {}, required = [] }: JsonSchema): void {
  for (const [name, property] of Object.entries(properties)) {
    if (required.includes(name) || typeof property !== 'object' || !property.anyOf) continue;
    const others = property.anyOf.filter(({ type }) => type !== 'null');
    const [only, another] = others;
    property.anyOf = others;
    if (!only || another) continue;
    delete property.anyOf;
    properties[name] = { ...only, ...property };
  }
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
