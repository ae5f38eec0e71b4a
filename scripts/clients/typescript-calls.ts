import type { Description, Operation, Schema } from './description.ts';
import { pascalCase, pathParameterName } from './names.ts';
import { wrap } from './text.ts';

const head = `// Written by \`npm run clients\` from the API description. Do not edit.

import {
  type CallOptions,
  type Connection,
  dataOf,
  done,
  type KeyedCallOptions,
  keyHeader,
  type PageOptions,
  type Schemas,
} from '../connection.ts';
import { defined } from '../defined.ts';
import type { Page } from '../each-item.ts';

/** The calls that pass on what they are given, and return what the service answers. */
export function plainCalls({ api }: Connection) {
  return {`;

/** Operations that the client calls otherwise than the description. */
const renamed: Readonly<Record<string, string>> = { redeliverEvent: 'redeliver', replayEvents: 'replay' };

/** Operations whose calls take parts of the body, or have defaults: src/client/calls has them. */
const writtenByHand: ReadonlySet<string> = new Set([
  'createSignup',
  'updateSignup',
  'addSignups',
  'confirmSignup',
  'setIntegration',
  'rotateSecret',
  'exportPerson',
  'erasePerson',
  'inviteSignup',
  'declineInvitation',
  'startImport',
  'revokeLinks',
  'setLogo',
]);

/** What a caller should know of a call besides its types. */
const notes: Readonly<Record<string, string>> = {
  updateSettings: 'What the patch leaves out stays; null resets a setting.',
  updateImport: 'Changes what columns become, by their names. Null leaves a column out.',
  redeliverEvent: 'Delivers an event once more.',
  replayEvents: 'Delivers the events of a time once more; with `dry_run` it only counts them.',
  dismissMissed: 'Dismisses the events that have not arrived until now. A replay can still deliver them.',
  addSuppression: 'Stops mails to an address: of one waitlist with `waitlist_id`, else of the account.',
  removeSuppression: 'Lets an address get mails again.',
  exportSuppressions: 'Streams them as CSV.',
  exportAuditLog: 'Streams the audit log as CSV, newest first.',
  decideReviews:
    'Decides the open reviews that match the filter, at most 10,000. With `dry_run` it only counts.',
  draftWave: 'Chooses the people of a wave. Nobody is invited before it is launched.',
  readWave: 'A wave with what came of it.',
  launchWave: 'Invites the people of a draft, once. A repeat gets the same answer.',
  exportWaveLinks: 'Streams the CSV with the links of a wave that you send yourself, once.',
  draftAnnouncement: 'Writes a mail to the people of a waitlist. Nobody is mailed before it is launched.',
  updateAnnouncement: 'Changes a draft, and counts its people again.',
  readAnnouncement: 'An announcement with what came of it.',
  testAnnouncement: 'Sends one mail of it right away, with made-up values.',
  launchAnnouncement:
    'Sends a draft to the people that `expected_count` says, once. A repeat gets the same answer.',
  exportAnnouncementMembers: 'Streams the people of an announcement as CSV.',
  fulfilRewards:
    'Notes that all rewards which match were handed over, at most 10,000. With `dry_run` it only counts.',
  resendInvitation:
    'Sends an invitation again, with another link: at most 3 times, an hour apart. Throws at once if it is too early.',
  verifyInvitation: 'Whether the token of an invitation can be used, also by `email`. Changes nothing.',
  recordConversion:
    'Records that a person became a user, once. Call it after their account exists; call it again after a failure.',
};

/** The calls of the TypeScript client that only rename. @throws Error for a name above that nothing has */
export function writeTypescriptCalls({ paths }: Description): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const plain = operations.filter(({ operation }) => isPlain(operation));
  assertNames([...writtenByHand], operations);
  assertNames([...Object.keys(renamed), ...Object.keys(notes)], plain);
  const calls = plain.map(({ path, method, operation }) => writeCall(method, path, operation));
  return `${head}\n${calls.join('')}  };\n}\n\nexport type PlainCalls = ReturnType<typeof plainCalls>;\n`;
}

function assertNames(names: readonly string[], of: readonly { readonly operation: Operation }[]): void {
  const known = new Set(of.map(({ operation }) => operation.operationId));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`No call to write has the name ${unknown.join(', ')}.`);
}

const namesIn = ({ parameters = [] }: Operation, place: string) =>
  parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);

/** Of those with a query only pages without filters: an option of the call may stand for another. */
function isPlain(operation: Operation): boolean {
  if (!operation['x-required-scope'] || writtenByHand.has(operation.operationId)) return false;
  return ['', 'limit,offset'].includes(namesIn(operation, 'query').join());
}

function writeCall(method: string, path: string, operation: Operation): string {
  const { operationId: id, requestBody } = operation;
  const body = requestBody?.content['application/json']?.schema;
  const isPage = namesIn(operation, 'query').length > 0;
  const isKeyed = namesIn(operation, 'header').length > 0;
  const within = namesIn(operation, 'path').map((name) => ({ name, argument: argumentOf(path, name) }));
  const typed = within.map(({ name, argument }) =>
    name === 'type' ? `${argument}: Schemas['Integration']['type']` : `${argument}: string`,
  );
  const options = isPage
    ? '{ limit, offset, ...call }: PageOptions = {}'
    : isKeyed
      ? '{ idempotencyKey, ...call }: KeyedCallOptions = {}'
      : 'call?: CallOptions';
  const pairs = within.map(({ name, argument }) => (name === argument ? name : `${name}: ${argument}`));
  const params = [
    ...(pairs.length > 0 ? [`path: { ${pairs.join(', ')} }`] : []),
    ...(isPage ? ['query: defined({ limit, offset })'] : []),
    ...(isKeyed ? ['header: keyHeader(idempotencyKey)'] : []),
  ];
  const { type, isFile } = answerOf(operation);
  const passed = [
    ...(params.length > 0 ? [`params: { ${params.join(', ')} }`] : []),
    ...(body ? ['body'] : []),
    ...(isFile ? ["parseAs: 'stream'"] : []),
    '...call',
  ];
  const call = `api.${method.toUpperCase()}('${path}', { ${passed.join(', ')} })`;
  const result = `Promise<${type}>`;
  const asked = type === 'void' ? `done(${call})` : `dataOf(${call})${isFile ? ` as ${result}` : ''}`;
  return `${writeNote(notes[id])}    ${renamed[id] ?? id}: (
${[...typed, ...(body ? [`body: ${typeOf(body)}`] : []), options].map((each) => `      ${each},\n`).join('')}    ): ${result} =>
      ${asked},
`;
}

function argumentOf(path: string, name: string): string {
  if (name === 'type' || name === 'key') return name;
  const pascal = pascalCase(pathParameterName(path, name));
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}

function answerOf({ responses }: Operation): { type: string; isFile?: true } {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const { 'application/json': json, 'text/csv': csv } = success?.content ?? {};
  if (csv) return { type: 'ReadableStream<Uint8Array>', isFile: true };
  return { type: json ? typeOf(json.schema) : 'void' };
}

function typeOf({ $ref, type, items, properties }: Schema): string {
  if ($ref) return `Schemas['${$ref.split('/').at(-1)}']`;
  if (type === 'array' && items) return `${typeOf(items)}[]`;
  const listed = properties?.has_more && properties.data?.items;
  if (!listed) throw new Error('The TypeScript client names only schemas, lists of them and pages.');
  return `Page<${typeOf(listed)}>`;
}

function writeNote(note: string | undefined): string {
  if (!note) return '';
  if (note.length <= 97) return `    /** ${note} */\n`;
  return `    /**\n${wrap(note, '     * ', 110).join('\n')}\n     */\n`;
}
