import type { Schema } from './description.ts';
import { pascalCase } from './names.ts';

/** What a value is, without null. */
export type Shape =
  | { readonly kind: 'string'; readonly values: readonly string[]; readonly isTime: boolean }
  | { readonly kind: 'integer' | 'number' | 'boolean' | 'any' }
  | { readonly kind: 'array'; readonly items: Value }
  | { readonly kind: 'map'; readonly values: Value }
  | { readonly kind: 'object'; readonly name: string }
  | { readonly kind: 'union'; readonly options: readonly Shape[] };

export interface Value {
  readonly shape: Shape;
  readonly isNullable: boolean;
}

export interface Field extends Value {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string;
}

/** An object with a name: a schema of the description, or an object within one, named after where it is. */
export interface ObjectType {
  readonly name: string;
  /** Undefined for an object that may have any property besides the known ones. */
  readonly fields: readonly Field[] | undefined;
}

/** Collects the objects that the shapes name. */
export type ObjectTypes = Map<string, ObjectType>;

const nothing: Shape = { kind: 'any' };

/** Reads a schema. Objects in it get names that begin with `name`. */
export function readValue(schema: Schema, name: string, objects: ObjectTypes): Value {
  const options = schema.anyOf?.filter(({ type }) => type !== 'null');
  if (options) {
    const shapes = options.map((option) => readShape(option, name, objects));
    const [first = nothing] = shapes;
    const isSame = shapes.every((shape) => JSON.stringify(shape) === JSON.stringify(first));
    return {
      shape: isSame ? first : { kind: 'union', options: shapes },
      isNullable: options.length !== schema.anyOf?.length,
    };
  }
  return { shape: readShape(schema, name, objects), isNullable: typesOf(schema).includes('null') };
}

function readShape(schema: Schema, name: string, objects: ObjectTypes): Shape {
  if (schema.$ref) return { kind: 'object', name: nameOfRef(schema.$ref) };
  const types = typesOf(schema).filter((type) => type !== 'null');
  const [type] = types;
  if (types.length > 1)
    return { kind: 'union', options: types.map((each) => readShape({ type: each }, name, objects)) };
  switch (type) {
    case 'string': {
      const values = schema.const === undefined ? (schema.enum ?? []) : [String(schema.const)];
      return {
        kind: 'string',
        values: values.filter((value) => value !== null),
        isTime: schema.format === 'date-time',
      };
    }
    case 'integer':
    case 'number':
    case 'boolean':
      return { kind: type };
    case 'array':
      return { kind: 'array', items: readValue(schema.items ?? {}, name, objects) };
    case 'object':
      return readObject(schema, name, objects);
    default:
      return nothing;
  }
}

function readObject(schema: Schema, name: string, objects: ObjectTypes): Shape {
  const { properties, additionalProperties } = schema;
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  if (!properties) return { kind: 'map', values: readValue(others ?? {}, name, objects) };
  addObject(name, schema, objects);
  return { kind: 'object', name };
}

/** Adds an object with its fields. @throws Error if another one has its name */
export function addObject(name: string, schema: Schema, objects: ObjectTypes): void {
  if (objects.has(name)) throw new Error(`Two objects would be named ${name}.`);
  objects.set(name, { name, fields: undefined }); // keeps its place before the objects within it
  if (typeof schema.additionalProperties === 'object') return;
  const fields = Object.entries(schema.properties ?? {}).map(([key, property]) => ({
    name: key,
    ...readValue(property, name + pascalCase(key), objects),
    isRequired: schema.required?.includes(key) ?? false,
    description: property.description ?? '',
  }));
  objects.set(name, { name, fields });
}

const typesOf = ({ type = [] }: Schema) => (typeof type === 'string' ? [type] : type);

const nameOfRef = (ref: string) => ref.replace(/^.*\//, '');
