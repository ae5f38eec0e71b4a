import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { readCsv } from '../values/read-csv.ts';
import type { Answer, Call } from './call.ts';
import { arbitraryCalls, type Lead } from './calls.ts';
import { keyOf } from './inputs.ts';
import { type Account, type Model, type Seen, UnsoundChoice } from './model.ts';
import { fromToolAnswer, toolRequest, toToolAnswer } from './tool-door.ts';

/** What goes over the wire. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  /** The name of the key. */
  readonly client: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The real service, as a run sees it. */
interface Service {
  send(request: WireRequest): Promise<{ status: number; type: string; text: string }>;
}

/** A run's service, and what was said to it so far. */
interface Conversation {
  readonly service: Service;
  readonly said: string[];
  /** Hears of every call that was answered as it must be. */
  readonly onAnswer: (operation: string, status: number) => void;
}

/** Sequences of calls, to be run with `fc.asyncModelRun`. `replayPath` is what a failure prints. */
export function callSequences(lead: Lead, maxCalls: number, replayPath?: string) {
  const commands = arbitraryCalls(lead).map((calls) => calls.map((call) => new ModelCall(call)));
  return fc.commands<Model, Conversation, false>(commands, {
    maxCommands: maxCalls,
    size: 'max',
    ...(replayPath !== undefined && { replayPath }),
  });
}

const longestShown = 3_000;

/** One call, made of the service and of the model, which must answer the same. */
class ModelCall implements fc.AsyncCommand<Model, Conversation> {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, { service, said, onAnswer }: Conversation): Promise<void> {
    const call = JSON.parse(
      JSON.stringify(this.#call).replace(/<(\w+) ([^>]*)>/g, (_, kind, of) =>
        resolve(model, kind, of.split(' ')),
      ),
    ) as Call;
    const { status, type, text } = await service.send(toWire(model, call));
    said.push(`${this} → ${status} ${text.slice(0, 200)}`);
    const answer: Answer = { status, ...(text !== '' && { body: readBody(type, text) }) };
    const got = call.asTool ? fromToolAnswer(answer) : answer;
    const expected = this.#expected(model, call, got, said);
    if (isDeepStrictEqual(comparable(got, expected), expected)) {
      onAnswer(call.operation, status);
      return;
    }
    const show = (answer: Answer) => JSON.stringify(answer).slice(0, longestShown);
    throw tell(said, [`expected ${show(expected)}`, `     got ${show(got)}`]);
  }

  #expected(model: Model, call: Call, got: Answer, said: readonly string[]): Answer {
    try {
      const answer = model.answer(call, seenOf(got));
      return call.asTool ? toToolAnswer(call, answer) : answer;
    } catch (error) {
      throw error instanceof UnsoundChoice ? tell(said, [error.message]) : error;
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

function tell(said: readonly string[], end: readonly string[]): Error {
  return new Error([...said.map((line, index) => `${index + 1}. ${line}`), ...end].join('\n'));
}

const unknownId = '018f0000-0000-7000-8000-00000000dead';

/** What a name in angle brackets stands for at this point of the run. */
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

/** A code as people may write it down (§4.6). */
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

/** A CSV as the objects that its rows are (§4.3). */
function readBody(type: string, text: string): unknown {
  if (!type.startsWith('text/csv')) return JSON.parse(text);
  const [names = [], ...rows] = readCsv(text);
  const numbers = ['position', 'referral_count'];
  const toValue = (name: string, value: string) => {
    if (name === 'metadata') return JSON.parse(value);
    if (numbers.includes(name)) return Number(value);
    return value === '' ? null : value;
  };
  const toObject = (row: string[]) =>
    Object.fromEntries(names.map((name, index) => [name, toValue(name, row[index] ?? '')]));
  return { data: rows.map(toObject) };
}

function seenOf({ body }: Answer): Seen {
  if (Array.isArray(body)) return { data: body };
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/** Without the message of an error, which is no contract (§7), unless a rule gives it. */
function comparable(got: Answer, expected: Answer): Answer {
  const { error } = (got.body ?? {}) as { error?: { code: string; message: string } };
  if (!error?.message) return got;
  const { error: { message = undefined } = {} } = (expected.body ?? {}) as { error?: { message?: string } };
  return message === undefined ? { ...got, body: { error: { code: error.code } } } : got;
}

/** The events that the service owes, against those that the model says. @throws Error where they differ */
export function assertEvents(account: Account, owed: readonly string[]): void {
  if (!isDeepStrictEqual(owed, account.events))
    throw new Error(`owed are ${JSON.stringify(owed)}, expected ${JSON.stringify(account.events)}`);
}
