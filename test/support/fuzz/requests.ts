import fc from 'fast-check';
import { type Schema, valuesOf } from './from-schema.ts';
import { anyBytes, anyJson, anyText, corrupted, inUrl } from './naughty.ts';

/** A request that may be invalid. `{name}` in `path` stands for an id of the client's own rows. */
export interface FuzzRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A target with generated requests. */
export interface FuzzTarget {
  /** Such as `POST /v1/waitlists`, or the name of a tool. */
  readonly name: string;
  readonly method: string;
  readonly requests: fc.Arbitrary<FuzzRequest>;
}

/** The parts of an API description that requests are generated from. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface ApiOperation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly responses: Readonly<Record<string, unknown>>;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
}

/** An operation with what its requests can differ in. */
interface OperationTarget extends FuzzTarget {
  /** How many parameters and properties of a body it declares. */
  readonly parts: number;
}

/** All operations under /v1 of an API description. */
export function targetsOf({ paths, components }: ApiDocument): OperationTarget[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      path.startsWith('/v1/')
        ? [
            {
              name: `${method.toUpperCase()} ${path}`,
              method: method.toUpperCase(),
              requests: requestsOf(path, method, operation, components.schemas),
              parts: partsOf(operation, components.schemas),
            },
          ]
        : [],
    ),
  );
}

const isFileBody = (body: ApiOperation['requestBody']) =>
  body !== undefined && body.content['application/json'] === undefined;

function partsOf(
  { parameters = [], requestBody }: ApiOperation,
  components: Readonly<Record<string, Schema>>,
): number {
  const { $ref, properties } = requestBody?.content['application/json']?.schema ?? {};
  const named = $ref === undefined ? properties : components[$ref.split('/').at(-1) ?? '']?.properties;
  const isFile = isFileBody(requestBody);
  return parameters.length + Object.keys(named ?? {}).length + (isFile ? 1 : 0);
}

function requestsOf(
  path: string,
  method: string,
  { parameters = [], requestBody }: ApiOperation,
  components: Readonly<Record<string, Schema>>,
): fc.Arbitrary<FuzzRequest> {
  const parametersIn = (location: string) => parameters.filter((parameter) => parameter.in === location);
  const values = parametersIn('query').map(({ name, schema }) =>
    valuesOf(schema, components).map((value): readonly (readonly [string, string])[] =>
      // The properties of an object are parameters of their own.
      Object.entries(schema.type === 'object' ? Object(value) : { [name]: value }).map(([each, text]) => [
        encodeURIComponent(each.toWellFormed()),
        encodeURIComponent(String(text).toWellFormed()),
      ]),
    ),
  );
  const names = parametersIn('query').map(({ name }) => fc.constant(name));
  const anyPair: fc.Arbitrary<readonly [string, string]> = fc.tuple(fc.oneof(...names, inUrl), inUrl);
  const isFile = isFileBody(requestBody);
  const ids = parametersIn('path').map(({ name, schema }) => mostlyOwn(name, schema));
  return fc
    .record({
      ids: fc.tuple(...ids),
      query: fc.oneof(
        fc
          .subarray(values)
          .chain((chosen) => fc.tuple(...chosen))
          .map((pairs) => pairs.flat()),
        fc.array(anyPair, { maxLength: 4 }),
      ),
      body: isFile
        ? files
        : method === 'get'
          ? fc.constant(undefined)
          : bodiesOf(requestBody?.content['application/json']?.schema, components),
      type: isFile ? fc.constantFrom('text/csv', 'text/csv; charset=utf-8', 'image/png') : contentType,
      referer: fc.option(headerText, { freq: 4, nil: undefined }),
    })
    .map(({ ids: given, query, body, type, referer }) => {
      let filled = path;
      for (const [name, text] of given) filled = filled.replace(`{${name}}`, () => text);
      return {
        path: query.length > 0 ? `${filled}?${query.map((pair) => pair.join('=')).join('&')}` : filled,
        headers: {
          ...(body !== undefined && { 'content-type': type }),
          ...(referer !== undefined && { referer }),
        },
        ...(body !== undefined && { body }),
      };
    });
}

/**
 * An own id, which is filled in when the request is sent, or an unknown id, or no id. For an enum also its
 * other values.
 */
function mostlyOwn(name: string, { enum: choice }: Schema): fc.Arbitrary<readonly [string, string]> {
  const text = fc.oneof(
    { weight: 6, arbitrary: fc.constant(`{${name}}`) },
    { weight: 6, arbitrary: fc.constantFrom(...(choice?.map(String) ?? [`{${name}}`])) },
    { weight: 1, arbitrary: fc.uuid() },
    // Otherwise the path would be another one.
    { weight: 1, arbitrary: inUrl.map((part) => (isPathSegment(part) ? part : '-')) },
  );
  return text.map((each) => [name, each] as const);
}

/** Bodies for a schema: valid, corrupted in one part, any JSON, and any bytes. */
function bodiesOf(
  schema: Schema | undefined,
  components: Readonly<Record<string, Schema>>,
): fc.Arbitrary<string | Buffer | undefined> {
  const toText = (value: unknown) => JSON.stringify(value);
  if (!schema)
    return fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: anyJson.map(toText) },
    );
  const valid = valuesOf(schema, components);
  return fc.oneof(
    { weight: 4, arbitrary: valid.map(toText) },
    { weight: 5, arbitrary: corrupted(valid).map((value) => toText(value) ?? '') },
    { weight: 1, arbitrary: anyJson.map(toText) },
    { weight: 1, arbitrary: anyBytes },
  );
}

/** Files, some of which can be read. */
const files: fc.Arbitrary<string | Buffer> = fc.oneof(
  fc.constantFrom('email\na@example.com\n', 'email;x\n"a@example.com";"\n"\n', ''),
  fc.constant('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>'),
  anyText,
  anyBytes,
);

const contentType = fc.oneof(
  { weight: 20, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('text/plain', 'application/json; charset=x', 'multipart/form-data'),
  },
);

/** Text that a client can send in a header. */
const headerText = anyText.map((text) => text.replace(/[^\x20-\x7e\x80-\xff]/g, ''));

/** A tool as the tool server describes it. */
export interface ToolDescription {
  readonly name: string;
  readonly inputSchema: Schema;
}

/**
 * The tools of /mcp, and invalid messages of the protocol. The arguments `waitlistId` and `signupId` are
 * mostly the client's own.
 */
export function toolTargets(tools: readonly ToolDescription[]): FuzzTarget[] {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const toRequest = (body: string | Buffer) => ({ path: '/mcp', headers, body });
  const call = (name: string, args: unknown) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
  const ofTools = tools.map(({ name, inputSchema }) => {
    const { waitlistId: _, signupId: __, ...properties } = inputSchema.properties ?? {};
    const own = fc.constant({
      ...(inputSchema.properties?.waitlistId && { waitlistId: '{id}' }),
      ...(inputSchema.properties?.signupId && { signupId: '{signupId}' }),
    });
    const required = inputSchema.required?.filter((key) => key in properties) ?? [];
    const others = valuesOf({ ...inputSchema, properties, required });
    const valid = fc.tuple(own, others).map(([ids, rest]) => ({ ...ids, ...Object(rest) }));
    const args = fc.oneof(
      { weight: 4, arbitrary: valid },
      { weight: 5, arbitrary: corrupted(valid) },
      { weight: 1, arbitrary: anyJson },
    );
    return { name, method: 'POST', requests: args.map((each) => toRequest(call(name, each))) };
  });
  const message = fc
    .constantFrom('initialize', 'tools/list', 'tools/call', 'ping')
    .map((method) => ({ jsonrpc: '2.0', id: 1, method, params: {} }));
  const messages = fc.oneof(
    corrupted(message).map((value) => JSON.stringify(value) ?? ''),
    anyJson.map((value) => JSON.stringify(value)),
    anyBytes,
  );
  return [...ofTools, { name: 'POST /mcp', method: 'POST', requests: messages.map(toRequest) }];
}

/** A form of the dashboard with random values in these fields. */
export function formTarget(path: string, names: readonly string[]): FuzzTarget {
  const texts = fc.oneof(
    inUrl,
    fc.constantFrom(
      'on',
      '1',
      'webhook',
      'resend',
      'ada%40example.com',
      'Acme+%3Ca%40b.co%3E',
      'http%3A%2F%2F127.0.0.1%3A9%2F',
    ),
  );
  const pairs = fc.array(fc.tuple(fc.constantFrom(...names), texts), { maxLength: 8 });
  return {
    name: `POST ${path}`,
    method: 'POST',
    requests: pairs.map((given) => ({
      path: path.replace(/:(\w+)/g, '{$1}'),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: ['csrf={csrf}', ...given.map((pair) => pair.join('='))].join('&'),
    })),
  };
}

/** A page of the dashboard with a random query. */
export function pageTarget(path: string): FuzzTarget {
  const names = fc.oneof(fc.constantFrom('email', 'order', 'offset', 'from', 'to', 'page', 'notice'), inUrl);
  return {
    name: `GET ${path}`,
    method: 'GET',
    requests: fc.array(fc.tuple(names, inUrl), { maxLength: 3 }).map((pairs) => ({
      path: `${path.replace(/:(\w+)/g, '{$1}')}?${pairs.map((pair) => pair.join('=')).join('&')}`,
      headers: {},
    })),
  };
}

/** The pages of third-party plugins, with random file names, queries and headers for files. */
export function pluginTargets(login: string): FuzzTarget[] {
  const paths = [
    '/docs',
    '/docs/static',
    '/openapi.json',
    '/admin/queues',
    '/admin/queues/static',
    '/admin/queues/api/queues',
  ];
  const authorization = `Basic ${Buffer.from(login).toString('base64')}`;
  const file = fc.oneof(
    inUrl,
    fc.constantFrom('swagger-ui.css', 'index.html', 'json', '../x', '.gitignore', 'deliver-event'),
  );
  const query = fc.array(fc.tuple(fc.constantFrom('activeQueue', 'status', 'page', 'a'), inUrl), {
    maxLength: 3,
  });
  const header = fc.tuple(
    fc.constantFrom(
      'range',
      'if-match',
      'if-none-match',
      'if-modified-since',
      'if-unmodified-since',
      'if-range',
    ),
    fc.oneof(
      headerText,
      fc.constantFrom('bytes=99999999-', 'bytes=5-1', '"z"', '*', 'Thu, 01 Jan 1970 00:00:00 GMT'),
    ),
  );
  return paths.map((path) => ({
    name: `GET ${path}`,
    method: 'GET',
    requests: fc.record({ file: fc.option(file), query, header: fc.option(header) }).map((given) => ({
      path: `${path}${given.file === null ? '' : `/${given.file}`}?${given.query.map((pair) => pair.join('=')).join('&')}`,
      headers: { authorization, ...(given.header && { [given.header[0]]: given.header[1] }) },
    })),
  }));
}

/** Replaces names in braces by the client's own ids. */
export function withOwn(request: FuzzRequest, own: Readonly<Record<string, string>>): FuzzRequest {
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (braces, name: string) => own[name] ?? braces);
  const { body } = request;
  return { ...request, path: fill(request.path), ...(typeof body === 'string' && { body: fill(body) }) };
}

/** Whether a part of a path is not empty, `.` or `..`. */
const isPathSegment = (part: string) => !/^(\.|%2e){0,2}$/i.test(part);
