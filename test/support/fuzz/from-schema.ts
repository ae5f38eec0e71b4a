import fc from 'fast-check';

/** The parts of a JSON Schema that values are generated from. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly propertyNames?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly maxProperties?: number;
}

/** No URL reaches another host: names in `.invalid` do not resolve, and nothing listens on port 9. */
const urls = fc.constantFrom(
  'http://127.0.0.1:9/hook',
  'http://127.0.0.1:9/hook?a=%20',
  'https://hooks.invalid/T/B/x',
  'http://[::1]/',
  'http://10.0.0.1/',
);
const days = fc.constantFrom('2026-01-01', '2026-12-31', '2024-02-29');
const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email: fc.oneof(fc.emailAddress(), fc.constantFrom('ada@example.com', ' Bo@Example.com', 'eve@münchen.de')),
  uuid: fc.uuid(),
  uri: urls,
  date: days,
  'date-time': days.map((day) => `${day}T00:00:00.000Z`),
};

/** Generates valid values of a schema. `components` are the schemas that it may refer to. */
export function valuesOf(
  schema: Schema,
  components: Readonly<Record<string, Schema>> = {},
): fc.Arbitrary<unknown> {
  const inner = (part: Schema) => valuesOf(part, components);
  if (schema.$ref !== undefined) return inner(components[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(inner));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => inner({ ...schema, type })));
  switch (schema.type) {
    case 'string':
      return textsOf(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -9, max: schema.maximum ?? 1_000_000 });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 3 } = schema;
      return fc.array(inner(items), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) });
    }
    case 'object':
      return objectsOf(schema, components);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function textsOf({ format = '', pattern, minLength = 0, maxLength = 30 }: Schema): fc.Arbitrary<string> {
  const known = formats[format];
  if (known) return known;
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern), { maxLength: 70 });
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 20) });
}

function objectsOf(schema: Schema, components: Readonly<Record<string, Schema>>): fc.Arbitrary<unknown> {
  const {
    properties = {},
    required = [],
    additionalProperties: more,
    propertyNames = { type: 'string' },
  } = schema;
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, valuesOf(part, components)])),
    { requiredKeys: [...required] },
  );
  if (typeof more !== 'object') return known;
  const others = fc.dictionary(textsOf(propertyNames), valuesOf(more, components), { maxKeys: 3 });
  return fc.tuple(others, known).map(([a, b]) => ({ ...a, ...b }));
}
