import { readFile } from 'node:fs/promises';
import type { Description, Operation } from '../../scripts/clients/description.ts';
import { goName } from '../../scripts/clients/go/names.ts';
import { type ClientOperation, readModel } from '../../scripts/clients/model.ts';

/** An operation with the examples of the description, as a program is to call it. */
export interface DescribedCall {
  readonly operation: ClientOperation;
  /** The statuses that the description has. */
  readonly statuses: readonly number[];
  /** The status of success, and the example of its body. */
  readonly success: { readonly status: number; readonly example: unknown };
  /** What a request must be. */
  readonly expected: {
    readonly method: string;
    readonly path: string;
    readonly query: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
  /** What the program gets. */
  readonly given: Readonly<Record<string, unknown>>;
}

const statusToken = 'a-status-token';

/** Each operation of docs/openapi.json. `replace` changes an example of a path parameter. */
export async function readDescribedCalls(
  replace: (name: string, example: string) => string = (_, example) => example,
): Promise<DescribedCall[]> {
  const description: Description = JSON.parse(await readFile('docs/openapi.json', 'utf8'));
  const { operations } = readModel(description);
  const described = Object.values(description.paths).flatMap((methods) => Object.values(methods));
  return described.map((each, index) => {
    const operation = operations[index];
    if (operation?.id !== each.operationId) throw new Error(`${each.operationId} is missing`);
    return describeCall(operation, each, replace);
  });
}

function describeCall(
  operation: ClientOperation,
  { parameters = [], requestBody, responses }: Operation,
  replace: (name: string, example: string) => string,
): DescribedCall {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const values = operation.pathParameters.map(({ name }, index) =>
    replace(name, String(inPath[index]?.example)),
  );
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const body = Object.values(requestBody?.content ?? {}).find(
    ({ example }) => example !== undefined,
  )?.example;
  const [[status, success] = ['200', {}]] = Object.entries(responses).filter(([code]) => code < '300');
  const idempotencyKey = operation.takesIdempotencyKey ? `key-of-${operation.id}` : '';
  return {
    operation,
    statuses: Object.keys(responses).map(Number),
    success: { status: Number(status), example: Object.values(success.content ?? {})[0]?.example },
    expected: {
      method: operation.httpMethod,
      path: operation.path
        .map((part, index) => (index % 2 ? encodeURIComponent(values[(index - 1) / 2] ?? '') : part))
        .join(''),
      query: Object.fromEntries(
        query.flatMap(({ name, example }) =>
          name.endsWith('fields') ? Object.entries(Object(example)) : [[name, String(example)]],
        ),
      ),
      body,
    },
    given: {
      resource: operation.resource,
      method: operation.method,
      go_resource: goName(operation.resource),
      go_method: goName(operation.method),
      arguments: [
        ...(operation.credential === 'status_token' ? [statusToken] : []),
        ...values,
        ...(body === undefined ? [] : [body]),
      ],
      query: Object.fromEntries(
        operation.query.map(({ name, style }, index) => [name, toArgument(style, query[index]?.example)]),
      ),
      idempotency_key: idempotencyKey,
    },
  };
}

/** The example of a parameter as the clients take it. */
function toArgument(style: ClientOperation['query'][number]['style'], example: unknown): unknown {
  if (style === 'list') return String(example).split(',');
  if (style === 'flag') return example === 'true';
  if (style === 'fields')
    return Object.fromEntries(
      Object.entries(Object(example)).map(([key, value]) => [key.replace(/^\w+\./, ''), value]),
    );
  return example;
}

/** The header Authorization of an operation. */
export function authorizationOf({ credential }: ClientOperation, apiKey: string): string | undefined {
  if (credential === 'none') return undefined;
  return credential === 'key' ? `Bearer ${apiKey}` : `Status ${statusToken}`;
}
