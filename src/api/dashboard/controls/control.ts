import type { ComponentChildren } from 'preact';
import { z } from 'zod';

/**
 * What a form says about one of its inputs. The schema of the operation says the rest: what kind of input it
 * is, its bounds, and what an empty one stands for.
 */
export interface Control<Path extends string = string> {
  /** Where its value is in what the operation takes: `abuse.velocity.per_hour`. Refusals begin with it. */
  readonly at: Path;
  readonly label: string;
  readonly hint?: ComponentChildren;
  /** The name of the input; by default the last key of `at`. */
  readonly name?: string;
  /** Values to choose from, with their texts. The first is the default; '' stands for none. */
  readonly options?: readonly (readonly [value: string, text: string])[];
  /** Makes a tick box that puts this value into the list at `at`. */
  readonly member?: string;
  /** Makes a tick box that stands for this object; not ticked it stands for null. */
  readonly ticked?: object;
  /** A value that nobody is shown again. */
  readonly isSecret?: boolean;
  /** Must not be left empty. */
  readonly required?: boolean;
  readonly placeholder?: string;
  /** Shown where nothing is stored, instead of the default of the schema. */
  readonly initial?: string | undefined;
  readonly maxlength?: number;
  /** Makes a list of objects: a row of inputs, whose `at` are keys, for each, and an empty one. */
  readonly rows?: Rows<Control>;
  /** Whether it is a color such as `#4338ca`, which can be picked, too. */
  readonly isColor?: boolean;
  /** For a text of several lines: how many are shown. */
  readonly lines?: number;
  /** What is wrong with what is stored. */
  readonly problem?: string | undefined;
  /** The name of the tick box or choice before it without which it has no effect: it is hidden until then. */
  readonly under?: string | undefined;
  /** Left out of what the operation gets while it is as stored: it may be refused by now. */
  readonly onlyIfChanged?: boolean;
  /** How a value that is no text, number or list of them is written in the input. */
  show?(value: never): string;
  /** Reads it again, or a text otherwise than as it is. @throws AppError that begins with `at` */
  read?(text: string): unknown;
  /** What a refusal says here, by what it says elsewhere with names that only users of the API know. */
  readonly inOtherWords?: Readonly<Record<string, string>>;
}

/** What a control says of the rows that it draws. */
interface Rows<Part> {
  /** What a row is, such as "reward". */
  readonly one: string;
  readonly of: readonly Part[];
  /** A list has at most so many. */
  readonly most: number;
  /** Fills in what was left empty in a row. */
  complete?(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

/** A control with what the schema says about it. */
export interface Input extends Omit<Control, 'rows'> {
  readonly name: string;
  readonly kind: 'tick' | 'ticks' | 'choice' | 'list' | 'number' | 'line' | 'rows';
  readonly rows: Rows<Input> | undefined;
  /** Of a line. */
  readonly type: 'text' | 'url' | 'date' | 'password';
  readonly bounds: { readonly min?: number; readonly max?: number; readonly maxlength?: number };
  /** What can be ticked. */
  readonly values: readonly string[];
  readonly initial: string | undefined;
  /** Whether a chosen `true` is the boolean. */
  readonly isBoolean: boolean;
  /** What an empty input stands for; undefined leaves it out. */
  readonly ifEmpty: null | undefined;
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Completes the controls of a form. @throws Error for one at a path that the schema does not have */
export function toInputs(schema: z.ZodType, controls: readonly Control[]): Input[] {
  const whole = jsonSchemaOf(schema);
  return controls.map((control) => {
    const found = control.at.split('.').reduce<JsonSchema | undefined>(stepInto, whole);
    if (!found) throw new Error(`The schema of the form has nothing at ${control.at}`);
    return toInput(control, found);
  });
}

function toInput(control: Control, schema: JsonSchema): Input {
  const { type, format, minimum, maximum, maxLength, items } = withoutNull(schema);
  const isNullable = withoutNull(schema) !== schema;
  const { enum: values = [] } = typeof items === 'object' && !Array.isArray(items) ? items : {};
  const kind = kindOf(control, type, values.length > 0);
  const { rows } = control;
  return {
    ...control,
    name: control.name ?? control.at.slice(control.at.lastIndexOf('.') + 1),
    kind,
    rows: rows && { ...rows, of: rows.of.map((part) => toInput(part, partOf(items, part))) },
    type: control.isSecret ? 'password' : format === 'uri' ? 'url' : format === 'date' ? 'date' : 'text',
    bounds: {
      ...(minimum !== undefined && { min: minimum }),
      ...(maximum !== undefined && { max: maximum }),
      ...(maxLength !== undefined && !control.isSecret && { maxlength: maxLength }), // cuts what is pasted
      ...(control.maxlength !== undefined && { maxlength: control.maxlength }),
    },
    values: values.map(String),
    initial: control.initial ?? (typeof schema.default === 'string' ? schema.default : undefined),
    isBoolean: type === 'boolean',
    ifEmpty: isNullable ? null : undefined,
  };
}

/** What the schema says of a part of the objects in a list. @throws Error for one that it does not have */
function partOf(items: JsonSchema['items'], { at }: Control): JsonSchema {
  const found = typeof items === 'object' && !Array.isArray(items) ? stepInto(items, at) : undefined;
  if (!found) throw new Error(`The objects of the list have nothing at ${at}`);
  return found;
}

function kindOf(
  { member, ticked, options, read, rows }: Control,
  type: JsonSchema['type'],
  isOfChoices: boolean,
): Input['kind'] {
  if (member !== undefined || ticked !== undefined) return 'tick';
  if (rows) return 'rows';
  if (options) return 'choice';
  if (type === 'boolean') return 'tick';
  if (type === 'integer' || type === 'number') return 'number';
  if (type !== 'array' || read) return 'line';
  return isOfChoices ? 'ticks' : 'list';
}

/** What a schema says of a key of its objects. */
interface Key {
  readonly key: string;
  readonly isRequired: boolean;
  readonly description: string;
}

/** The keys that a schema declares, for forms whose controls follow from it. */
export function keysOf(schema: z.ZodType): Key[] {
  const { properties = {}, required = [] } = jsonSchemaOf(schema);
  return Object.entries(properties).map(([key, property]) => ({
    key,
    isRequired: required.includes(key),
    description: typeof property === 'object' ? (property.description ?? '') : '',
  }));
}

const jsonSchemas = new WeakMap<z.ZodType, JsonSchema>();

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const known = jsonSchemas.get(schema) ?? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  jsonSchemas.set(schema, known);
  return known;
}

function stepInto(schema: JsonSchema | undefined, key: string): JsonSchema | undefined {
  const property = schema && withoutNull(schema).properties?.[key];
  return typeof property === 'object' ? property : undefined;
}

/** The schema of a value that may also be null, without null; any other as it is. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf = [], type } = schema;
  const [single, ...more] = anyOf.filter((one) => one.type !== 'null');
  if (single && more.length === 0) return single;
  const other = Array.isArray(type) && type.find((one) => one !== 'null');
  return other ? { ...schema, type: other } : schema;
}

/** The value at a path; undefined where there is none. */
export function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], values);
}
