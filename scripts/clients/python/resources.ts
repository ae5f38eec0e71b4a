import type { ClientOperation, Model, QueryField } from '../model.ts';
import { pascalCase, singular, snakeCase } from '../names.ts';
import { wrap } from '../text.ts';
import { answerType, type Literals, typeOf, typeOfShape } from './types.ts';

const head = `# Written by \`npm run clients\` from the API description. Do not edit.
"""The operations of the API, by resource."""

from __future__ import annotations

from typing import IO, Any, Iterator, List, Mapping, Optional, Sequence, Union

from . import types
from ._paging import each_item, each_item_by_cursor
from ._transport import Download, Transport, path_of
`;

const prefix = 'types.';

/** The module of resources: a class for each, with a method for each operation. */
export function writePythonResources({ operations }: Model, literals: Literals): string {
  const resources = [...new Set(operations.map(({ resource }) => resource))];
  const classes = resources.map((resource) => {
    const methods = operations
      .filter((operation) => operation.resource === resource)
      .flatMap((operation) => [writeMethod(operation, literals), ...writeIterator(operation, literals)]);
    return `\nclass ${pascalCase(resource)}:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

${methods.join('\n')}`;
  });
  const all = `\nclass Resources:
    """Every resource of a client."""

    def __init__(self, transport: Transport) -> None:
${resources.map((resource) => `        self.${resource} = ${pascalCase(resource)}(transport)\n`).join('')}`;
  return [head, ...classes, all].join('\n');
}

const argument = (name: string) => (name === 'from' ? 'from_' : snakeCase(name));

function queryType(field: QueryField, literals: Literals): string {
  if (field.style === 'flag') return 'bool';
  if (field.style === 'list') return 'Union[str, Sequence[str]]';
  if (field.style === 'fields') return 'Mapping[str, Union[str, int, float, bool]]';
  return typeOf(field, literals, prefix);
}

/** The parameters of a query as arguments by name. */
const queryArguments = (query: readonly QueryField[], literals: Literals) =>
  query.map((field) => `${argument(field.name)}: Optional[${queryType(field, literals)}] = None`);

function leadingArguments(operation: ClientOperation, literals: Literals): string[] {
  return [
    'self',
    ...(operation.credential === 'status_token' ? ['status_token: str'] : []),
    ...operation.pathParameters.map((field) => `${field.name}: ${typeOf(field, literals, prefix)}`),
  ];
}

function writeMethod(operation: ClientOperation, literals: Literals): string {
  const { method, body, query, answer, takesIdempotencyKey, isImpatient } = operation;
  const takesHeaders = body?.kind === 'json' && body.shape.kind === 'any'; // a signature, by the caller
  const leading = leadingArguments(operation, literals);
  if (body?.kind === 'json') leading.push(`body: ${typeOfShape(body.shape, literals, prefix)}`);
  if (body?.kind === 'file') leading.push('file: Union[str, bytes, IO[bytes]]');
  const named = [
    '*',
    ...queryArguments(query, literals),
    ...(takesIdempotencyKey ? ['idempotency_key: Optional[str] = None'] : []),
    ...(isImpatient ? ['wait_for_limit: bool = False'] : []),
    ...(takesHeaders ? ['headers: Optional[Mapping[str, str]] = None'] : []),
    'timeout: Optional[float] = None',
  ];
  const passed = [
    quoted(operation.httpMethod),
    writePath(operation),
    ...(query.length > 0
      ? [`query={\n${query.map((field) => `                ${writeQuery(field)},\n`).join('')}            }`]
      : []),
    ...(body?.kind === 'json' ? ['body=body'] : []),
    ...(body?.kind === 'file' ? ['file=file', `file_type=${quoted(body.type)}`] : []),
    ...(operation.credential === 'status_token' ? ['status_token=status_token'] : []),
    ...(operation.credential === 'none' ? ['with_key=False'] : []),
    ...(takesIdempotencyKey ? ['idempotency_key=idempotency_key'] : []),
    ...(isImpatient ? ['can_wait=wait_for_limit'] : []),
    ...(takesHeaders ? ['headers=headers'] : []),
    'timeout=timeout',
  ];
  const call = answer.kind === 'file' ? 'download' : 'call';
  return `${writeHead(method, [...leading, ...named], answerType(answer, literals, prefix), operation)}
        ${answer.kind === 'nothing' ? '' : 'return '}self._transport.${call}(
${passed.map((each) => `            ${each},\n`).join('')}        )
`;
}

function writeIterator(operation: ClientOperation, literals: Literals): string[] {
  const { method, answer, query, pathParameters } = operation;
  if (answer.kind !== 'cursor' && (answer.kind !== 'page' || answer.keyOf === undefined)) return [];
  const isPaging = ({ name }: QueryField) => ['limit', 'offset', 'after'].includes(name);
  const filters = query.filter((field) => !isPaging(field));
  const given = [
    ...pathParameters.map(({ name }) => name),
    ...filters.map(({ name }) => `${argument(name)}=${argument(name)}`),
    'timeout=timeout',
  ];
  const named = ['*', ...queryArguments(filters, literals), 'timeout: Optional[float] = None'];
  const pageArguments = answer.kind === 'page' ? 'limit, offset' : 'limit, after';
  const pages = pageArguments.split(', ').map((name) => `${name}=${name}`);
  const rest = answer.kind === 'page' ? `, ${quoted(answer.keyOf ?? '')}` : '';
  const each = answer.kind === 'page' ? 'each_item' : 'each_item_by_cursor';
  const summary = 'The items of all pages, read page by page, as far as you iterate. Each comes once.';
  return [
    `${writeHead(
      method.replace(/^list/, 'iterate'),
      [...leadingArguments(operation, literals), ...named],
      `Iterator[${prefix}${answer.item}]`,
      { summary, scope: operation.scope },
    )}
        return ${each}(
            lambda ${pageArguments}: self.${method}(
${[...given.slice(0, pathParameters.length), ...pages, ...given.slice(pathParameters.length)]
  .map((value) => `                ${value},\n`)
  .join('')}            )${rest}
        )
`,
  ];
}

function writeHead(
  method: string,
  parameters: readonly string[],
  result: string,
  { summary, scope }: Pick<ClientOperation, 'summary' | 'scope'>,
): string {
  const about = wrap(summary.endsWith('.') ? summary : `${summary}.`, '        ')
    .join('\n')
    .trim();
  const ending = scope ? `\n\n        Scope: \`\`${scope}\`\`\n        ` : '';
  return `    def ${method}(
${parameters.map((parameter) => `        ${parameter},\n`).join('')}    ) -> ${result}:
        """${about}${ending}"""`;
}

function writePath({ path }: ClientOperation): string {
  if (path.length === 1) return quoted(path[0] ?? '');
  const parts = path.flatMap((part, index) => (part === '' ? [] : [index % 2 ? part : quoted(part)]));
  return `path_of(${parts.join(', ')})`;
}

function writeQuery({ name, style }: QueryField): string {
  const value = argument(name);
  return style === 'fields' ? `"${singular(name)}.": ${value}` : `${quoted(name)}: ${value}`;
}

const quoted = (text: string) => JSON.stringify(text);
