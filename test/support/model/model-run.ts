import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { readCsv } from '../values/read-csv.ts';
import type { Answer, Call } from './call.ts';
import { arbitraryCalls, type Lead } from './calls.ts';
import { keyOf } from './inputs.ts';
import { type Account, InvalidChoice, type Model, type Seen } from './model.ts';
import { fromToolAnswer, toolRequest, toToolAnswer } from './tool-calls.ts';

/** An HTTP request. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  /** The name of the client whose key is sent. */
  readonly client: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The API of the real service. */
interface Service {
  send(request: WireRequest): Promise<{ status: number; type: string; text: string }>;
}

/** The service in a run, and all calls so far. */
interface Session {
  readonly service: Service;
  readonly transcript: string[];
  /** Called after each correct answer. */
  readonly onAnswer: (operation: string, status: number) => void;
}

/** Sequences of calls for `fc.asyncModelRun`. `replayPath` comes from the message of a failure. */
export function callSequences(lead: Lead, maxCalls: number, replayPath?: string) {
  const commands = arbitraryCalls(lead).map((calls) => calls.map((call) => new ModelCall(call)));
  return fc.commands<Model, Session, false>(commands, {
    maxCommands: maxCalls,
    size: 'max',
    ...(replayPath !== undefined && { replayPath }),
  });
}

const longestShown = 3_000;

/** One call to the service and the model, which must give the same answer. */
class ModelCall implements fc.AsyncCommand<Model, Session> {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, { service, transcript, onAnswer }: Session): Promise<void> {
    const call = JSON.parse(
      JSON.stringify(this.#call).replace(/<(\w+) ([^>]*)>/g, (_, kind, of) =>
        resolve(model, kind, of.split(' ')),
      ),
    ) as Call;
    const { status, type, text } = await service.send(toWire(model, call));
    transcript.push(`${this} → ${status} ${text.slice(0, 200)}`);
    const answer: Answer = { status, ...(text !== '' && { body: readBody(type, text) }) };
    const got = call.asTool ? fromToolAnswer(answer) : answer;
    const expected = this.#expected(model, call, got, transcript);
    if (isDeepStrictEqual(comparable(got, expected), expected)) {
      onAnswer(call.operation, status);
      return;
    }
    const show = (answer: Answer) => JSON.stringify(answer).slice(0, longestShown);
    throw failure(transcript, [`expected ${show(expected)}`, `     got ${show(got)}`]);
  }

  #expected(model: Model, call: Call, got: Answer, transcript: readonly string[]): Answer {
    try {
      const answer = model.answer(call, seenOf(got));
      return call.asTool ? toToolAnswer(call, answer) : answer;
    } catch (error) {
      throw error instanceof InvalidChoice ? failure(transcript, [error.message]) : error;
    }
  }

  /** Such as `ada: createSignup <list ada 1> {"email":"bo@example.com"}`. */
  toString(): string {
    const { client, operation, params, query, body, referer, asTool } = this.#call;
    const path = [asTool ? `tool ${operation}` : operation, ...Object.values(params)].join(' ');
    const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`);
    return [
      `${client}: ${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`,
      ...(referer === undefined ? [] : [`(Referer: ${referer})`]),
      ...(body === undefined ? [] : [JSON.stringify(body)]),
    ].join(' ');
  }
}

function failure(transcript: readonly string[], end: readonly string[]): Error {
  return new Error([...transcript.map((line, index) => `${index + 1}. ${line}`), ...end].join('\n'));
}

const unknownId = '018f0000-0000-7000-8000-00000000dead';

/** The id, code or day for a name in angle brackets at this point of the run. */
function resolve(model: Model, kind: string, [of = '', list = '', ...words]: string[]): string {
  if (kind === 'day')
    return new Date(Date.parse(model.today) + Number(of) * 86_400_000).toISOString().slice(0, 10);
  const found = model.accounts.get(of)?.lists.get(list);
  if (kind === 'list') return found?.id ?? unknownId;
  const address = keyOf(words.join(' '));
  const signup = [...(found?.gone ?? []), ...(found?.signups ?? [])].findLast(({ key }) => key === address);
  if (kind === 'signup') return signup?.id ?? unknownId;
  const code = signup?.code ?? '0000000000';
  return kind === 'code' ? code : asTyped(code);
}

/** A code as people may type it (§4.6). */
function asTyped(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`.toUpperCase().replaceAll('0', 'o').replaceAll('1', 'l');
}

function toWire(model: Model, call: Call): WireRequest {
  const { client, operation, params, query, referer, asTool } = call;
  if (asTool) return { method: 'POST', path: '/mcp', client, ...toolRequest(call) };
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  const { method, path } = model.operation(operation);
  const pairs = new URLSearchParams(query).toString();
  return {
    method,
    client,
    path:
      path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? '')) + (pairs && `?${pairs}`),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(referer !== undefined && { referer }),
    },
    ...(body !== undefined && { body }),
  };
}

/** The body as JSON; a CSV as objects, one for each row (§4.3). */
function readBody(type: string, text: string): unknown {
  if (!type.startsWith('text/csv')) return JSON.parse(text);
  const [names = [], ...rows] = readCsv(text);
  const json = ['position', 'referral_count', 'display_position', 'metadata', 'fields'];
  const toValue = (name: string, value: string) => {
    if (value === '') return null;
    return json.includes(name) ? JSON.parse(value) : value;
  };
  const toObject = (row: string[]) =>
    Object.fromEntries(names.map((name, index) => [name, toValue(name, row[index] ?? '')]));
  return { data: rows.map(toObject) };
}

function seenOf({ body }: Answer): Seen {
  if (Array.isArray(body)) return { data: body };
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/** Drops the message of an error, which is no contract (§7), unless a rule defines it. */
function comparable({ status, body }: Answer, expected: Answer): Answer {
  const got = withoutEntryMessages({ status, ...(body !== undefined && { body }) });
  const { error } = (got.body ?? {}) as { error?: { code: string; message: string } };
  if (!error?.message) return got;
  const { error: { message = undefined } = {} } = (expected.body ?? {}) as { error?: { message?: string } };
  return message === undefined ? { ...got, body: { error: { code: error.code } } } : got;
}

/** Drops the messages of rejected entries of a bulk. */
function withoutEntryMessages(answer: Answer): Answer {
  const text = JSON.stringify(answer, (key, value) =>
    key === 'error' && answer.status === 200 && value?.code ? { code: value.code } : value,
  );
  return JSON.parse(text);
}

/** Compares the pending events with those of the model. @throws Error if they differ */
export function assertEvents(account: Account, pending: readonly string[]): void {
  if (!isDeepStrictEqual(pending, account.events))
    throw new Error(
      `pending events are ${JSON.stringify(pending)}, expected ${JSON.stringify(account.events)}`,
    );
}
