import type { ClientOperation, Model, QueryField } from '../model.ts';
import { singular } from '../names.ts';
import { wrap } from '../text.ts';
import { goArgument, goName } from './names.ts';
import { goHead, goTypeOf } from './types.ts';

/** The file of resources: a service for each, with a method for each operation. */
export function writeGoResources({ operations }: Model): string {
  const resources = [...new Set(operations.map(({ resource }) => resource))];
  const parts = resources.flatMap((resource) => [
    writeService(resource),
    ...operations
      .filter((operation) => operation.resource === resource)
      .flatMap((operation) => [
        ...writeParams(operation),
        writeMethod(operation),
        ...writeIterator(operation),
      ]),
  ]);
  return `${goHead}

package waitlist

import (
	"context"
	"io"
)

// Resources are the operations of the API, by resource.
type Resources struct {
${resources.map((resource) => `	// ${goName(resource)} has the operations on ${resource.replaceAll('_', ' ')}.\n	${goName(resource)} *${goName(resource)}Service\n`).join('')}}

func newResources(t *transport) Resources {
	var r Resources
${resources.map((resource) => `	r.${goName(resource)} = &${goName(resource)}Service{t}\n`).join('')}	return r
}

${parts.join('\n')}`;
}

function writeService(resource: string): string {
  const name = `${goName(resource)}Service`;
  return `// ${name} has the operations on ${resource.replaceAll('_', ' ')}.
type ${name} struct {
	transport *transport
}
`;
}

const paramsName = ({ id }: ClientOperation) => `${goName(id)}Params`;

function writeParams(operation: ClientOperation): string[] {
  if (operation.query.length === 0) return [];
  const fields = operation.query.flatMap((field) => [
    ...wrap(describe(field), '\t// ', 110),
    `\t${goName(field.name)} ${queryType(field)} \`query:"${field.style === 'fields' ? `${singular(field.name)}.*` : field.name}"\``,
  ]);
  return [
    `// ${paramsName(operation)} are the optional parameters of ${operation.id}. What is zero is not sent.
type ${paramsName(operation)} struct {
${fields.join('\n')}
}
`,
  ];
}

function describe({ description, shape, style }: QueryField): string {
  const values = shape.kind === 'string' && style === 'plain' ? shape.values : [];
  return values.length > 1 ? `${description} One of: ${values.join(', ')}.` : description;
}

function queryType({ style, shape }: QueryField): string {
  if (style === 'flag') return 'Optional[bool]';
  if (style === 'list') return '[]string';
  if (style === 'fields') return 'map[string]any';
  return shape.kind === 'integer' ? 'int' : 'string';
}

function leading(operation: ClientOperation): string[] {
  return [
    ...(operation.credential === 'status_token' ? ['statusToken string'] : []),
    ...operation.pathParameters.map(({ name }) => `${goArgument(name)} string`),
  ];
}

function writeMethod(operation: ClientOperation): string {
  const { resource, method, body, answer, query, summary, scope } = operation;
  const parameters = ['ctx context.Context', ...leading(operation)];
  if (body) parameters.push(body.kind === 'file' ? 'file io.Reader' : `body ${goTypeOf(body.shape)}`);
  if (query.length > 0) parameters.push(`params *${paramsName(operation)}`);
  const request = [
    `method: ${JSON.stringify(operation.httpMethod)}`,
    `path: ${writePath(operation)}`,
    ...(query.length > 0 ? ['query: encodeQuery(params)'] : []),
    ...(body
      ? [body.kind === 'file' ? `file: file, fileType: ${JSON.stringify(body.type)}` : 'body: body']
      : []),
    ...(operation.credential === 'status_token' ? ['statusToken: statusToken'] : []),
    ...(operation.credential === 'none' ? ['withoutKey: true'] : []),
    ...(operation.takesIdempotencyKey ? ['takesKey: true'] : []),
    ...(operation.isImpatient ? ['impatient: true'] : []),
  ];
  const call = `request{${request.join(', ')}}, options)`;
  const name = goName(method);
  const about = `${name}: ${summary.charAt(0).toLowerCase()}${summary.slice(1).replace(/\.$/, '')}.`;
  const lines = [...wrap(about, '// '), ...(scope ? ['//', `// Scope: ${scope}`] : [])];
  const results = {
    nothing: ['error', `return callNothing(ctx, s.transport, ${call}`],
    file: ['(io.ReadCloser, error)', `return callFile(ctx, s.transport, ${call}`],
    page: [
      `(*Page[${itemOf(operation)}], error)`,
      `return callJSON[*Page[${itemOf(operation)}]](ctx, s.transport, ${call}`,
    ],
    json: [
      `(${resultOf(operation)}, error)`,
      `return callJSON[${resultOf(operation)}](ctx, s.transport, ${call}`,
    ],
    cursor: [
      `(${resultOf(operation)}, error)`,
      `return callJSON[${resultOf(operation)}](ctx, s.transport, ${call}`,
    ],
  } as const;
  const [result, statement] = results[answer.kind];
  return `${lines.join('\n')}
func (s *${goName(resource)}Service) ${name}(${[...parameters, 'options ...CallOption'].join(', ')}) ${result} {
	${statement}
}
`;
}

const itemOf = ({ answer }: ClientOperation) => ('item' in answer ? goName(answer.item) : '');

/** A list as it is, an object as a pointer. */
function resultOf({ answer }: ClientOperation): string {
  if (!('shape' in answer)) return '';
  return answer.shape.kind === 'object' ? `*${goTypeOf(answer.shape)}` : goTypeOf(answer.shape);
}

function writeIterator(operation: ClientOperation): string[] {
  const { answer, method, resource, pathParameters } = operation;
  if (answer.kind !== 'cursor' && (answer.kind !== 'page' || answer.keyOf === undefined)) return [];
  const name = goName(method.replace(/^list/, 'iterate'));
  const item = itemOf(operation);
  const passed = ['ctx', ...pathParameters.map((field) => goArgument(field.name)), '&query', 'options...'];
  const list = `s.${goName(method)}(${passed.join(', ')})`;
  const body =
    answer.kind === 'page'
      ? `	return newIterator(func(ctx context.Context, limit, offset int) (*Page[${item}], error) {
		query.Limit, query.Offset = limit, offset
		return ${list}
	}, func(item ${item}) any { return item.${goName(answer.keyOf ?? '')} })`
      : `	return newCursorIterator(query.After, func(ctx context.Context, limit int, after string) ([]${item}, *string, error) {
		query.Limit, query.After = limit, after
		page, err := ${list}
		if err != nil {
			return nil, nil, err
		}
		return page.Data, page.NextCursor, nil
	})`;
  return [
    `// ${name} reads the items of all pages of ${goName(method)}, page by page, as far as you go. Each comes once.
func (s *${goName(resource)}Service) ${name}(${[...leading(operation), `params *${paramsName(operation)}`, 'options ...CallOption'].join(', ')}) *Iterator[${item}] {
	query := valueOf(params)
${body}
}
`,
  ];
}

function writePath({ path }: ClientOperation): string {
  const parts = path.flatMap((part, index) =>
    part === '' ? [] : [index % 2 ? `segment(${goArgument(part)})` : JSON.stringify(part)],
  );
  return parts.join(' + ');
}
