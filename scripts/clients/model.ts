import type { Description, Media, Operation, Parameter } from './description.ts';
import { pascalCase, pathParameterName, placeOf, snakeCase } from './names.ts';
import { addObject, type Field, type ObjectType, type ObjectTypes, readValue, type Shape } from './shapes.ts';

/** An operation as the clients have it. Names are in snake_case. */
export interface ClientOperation {
  readonly id: string;
  readonly resource: string;
  readonly method: string;
  readonly summary: string;
  readonly scope: string | undefined;
  readonly httpMethod: string;
  /** The path, with texts between the parameters: `['/v1/waitlists/', 'waitlist_id', '/signups']`. */
  readonly path: readonly string[];
  readonly pathParameters: readonly Field[];
  readonly query: readonly QueryField[];
  readonly body: Body | undefined;
  readonly answer: Answer;
  /** What the request shows: the API key, the status token of one person, or nothing. */
  readonly credential: 'key' | 'status_token' | 'none';
  readonly takesIdempotencyKey: boolean;
  /** Whether 429 is an error at once, unless the caller wants to wait: a visitor waits for the answer. */
  readonly isImpatient: boolean;
}

export interface QueryField extends Field {
  /**
   * `list`: texts separated by commas. `fields`: a parameter for each, such as `field.KEY`. `flag`: true or
   * false.
   */
  readonly style: 'plain' | 'list' | 'fields' | 'flag';
}

/** `file` is sent as CSV while it is read. */
type Body =
  | { readonly kind: 'json'; readonly shape: Shape }
  | { readonly kind: 'file'; readonly type: string };

export type Answer =
  | { readonly kind: 'json'; readonly shape: Shape }
  /** `keyOf` names the property that tells items apart, where all pages can be read; undefined elsewhere. */
  | { readonly kind: 'page'; readonly item: string; readonly keyOf: string | undefined }
  /** A page with the cursor of the next one, null on the last. */
  | { readonly kind: 'cursor'; readonly shape: Shape; readonly item: string }
  | { readonly kind: 'file' | 'nothing' };

export interface Model {
  readonly objects: readonly ObjectType[];
  readonly operations: readonly ClientOperation[];
  readonly eventTypes: readonly string[];
}

/** Reads the description. @throws Error for what the clients could not express */
export function readModel(description: Description): Model {
  const objects: ObjectTypes = new Map();
  for (const [name, schema] of Object.entries(description.components.schemas))
    addObject(name, schema, objects);
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readOperation(method, path, operation, objects)),
  );
  const places = operations.map(({ resource, method }) => `${resource}.${method}`);
  const twice = places.find((place, index) => places.indexOf(place) !== index);
  if (twice) throw new Error(`Two operations would be ${twice}.`);
  return { objects: [...objects.values()], operations, eventTypes: Object.keys(description.webhooks) };
}

function readOperation(
  httpMethod: string,
  path: string,
  operation: Operation,
  objects: ObjectTypes,
): ClientOperation {
  const { operationId: id, tags, parameters = [] } = operation;
  const within = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place);
  const toField = (parameter: Parameter, name: string): Field => ({
    name,
    ...readValue(parameter.schema, pascalCase(id) + pascalCase(name), objects),
    isRequired: parameter.in === 'path',
    description: parameter.description,
  });
  const query = within('query').map((parameter) => ({
    ...toField(parameter, parameter.name),
    style: styleOf(parameter),
  }));
  const [security = {}] = operation.security;
  return {
    id,
    ...placeOf(id, tags[0] ?? ''),
    summary: operation.summary,
    scope: operation['x-required-scope'],
    httpMethod: httpMethod.toUpperCase(),
    path: path.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? pathParameterName(path, part) : part)),
    pathParameters: within('path').map((parameter) =>
      toField(parameter, pathParameterName(path, parameter.name)),
    ),
    query,
    body: readBody(operation, objects),
    answer: readAnswer(operation, query, objects),
    credential: 'apiKey' in security ? 'key' : 'statusToken' in security ? 'status_token' : 'none',
    takesIdempotencyKey: within('header').some(({ name }) => name === 'Idempotency-Key'),
    isImpatient: id === 'createSignup',
  };
}

function styleOf({ name, schema }: Parameter): QueryField['style'] {
  if (schema.type === 'object') return 'fields';
  if (['include', 'types', 'not_email_domains'].includes(name)) return 'list';
  return schema.enum?.join() === 'true,false' ? 'flag' : 'plain';
}

function readBody({ operationId, requestBody }: Operation, objects: ObjectTypes): Body | undefined {
  if (!requestBody) return undefined;
  const json = requestBody.content['application/json'];
  if (!json)
    return {
      kind: 'file',
      type: 'text/csv' in requestBody.content ? 'text/csv' : 'application/octet-stream',
    };
  return { kind: 'json', shape: readValue(json.schema, `${pascalCase(operationId)}Body`, objects).shape };
}

function readAnswer(operation: Operation, query: readonly Field[], objects: ObjectTypes): Answer {
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'));
  const content: Readonly<Record<string, Media>> = success?.[1].content ?? {};
  if (content['text/csv']) return { kind: 'file' };
  const { schema } = content['application/json'] ?? {};
  if (!schema) return { kind: 'nothing' };
  const takes = (name: string) => query.some((field) => field.name === name);
  if (schema.properties?.has_more && schema.properties.offset) {
    const items = readValue(schema.properties.data ?? {}, '', objects).shape;
    if (items.kind !== 'array' || items.items.shape.kind !== 'object')
      throw new Error(`${operation.operationId} answers a page without named items.`);
    const item = items.items.shape.name;
    return { kind: 'page', item, keyOf: takes('offset') ? keyOf(item, objects) : undefined };
  }
  const { shape } = readValue(schema, `${pascalCase(operation.operationId)}Answer`, objects);
  const page = shape.kind === 'object' ? objects.get(shape.name)?.fields : undefined;
  const items = page?.find(({ name }) => name === 'data')?.shape;
  const cursor = page?.find(({ name }) => name === 'next_cursor');
  if (takes('after') && cursor?.isNullable && items?.kind === 'array' && items.items.shape.kind === 'object')
    return { kind: 'cursor', shape, item: items.items.shape.name };
  return { kind: 'json', shape };
}

function keyOf(item: string, objects: ObjectTypes): string {
  const names = objects.get(item)?.fields?.map(({ name }) => name);
  const key = ['id', 'signup_id', 'key', 'line'].find((name) => names?.includes(name));
  if (!key) throw new Error(`Nothing tells two ${snakeCase(item)} apart.`);
  return key;
}
