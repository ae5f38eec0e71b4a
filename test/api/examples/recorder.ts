import { setTimeout as sleep } from 'node:timers/promises';
import type { Example } from '../../../src/api/openapi/examples.ts';
import type { OperationId } from '../../../src/api/openapi/operation-text.ts';
import type { Method, Service } from '../../support/service/service.ts';

/** A request of an operation, and further query parameters that only show what else there is. */
interface Request extends Omit<Example, 'answers'> {
  /** The key of the account of the story by default; null for none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** The status of an answer that is expected to be an error. */
  readonly refusal?: number;
}

// biome-ignore lint/suspicious/noExplicitAny: the story reads ids out of answers of any shape
type Body = any;

/** An event with its time, as a webhook gets it. */
export interface RecordedEvent {
  readonly id: string;
  readonly timestamp: string;
  readonly body: object;
}

/** Asks the operations of a service by their ids, and keeps examples of them. */
export interface Recorder {
  /** When each request began, and what else has a time of its own, in milliseconds since 1970. */
  readonly begins: readonly number[];
  /** @returns a time that nothing before it has */
  begin(): Promise<number>;
  /** What was recorded, in the order of the API description. */
  examples(): Partial<Record<OperationId, Example>>;
  /** The first event of each type that `keepEvents` found. */
  readonly events: ReadonlyMap<string, RecordedEvent>;
  /** Keeps the events of the account's feed, of which some will be erased. */
  keepEvents(): Promise<void>;
  /** @returns the answer, whose status is below 400 @throws Error with any other */
  ask(id: OperationId, request?: Request): Promise<Body>;
  /** Asks, and keeps request and answer. A further call of an operation only adds its answer. */
  record(id: OperationId, request?: Request): Promise<Body>;
}

export function openRecorder(service: Service, ownKey: string): Recorder {
  const { paths } = service.app.swagger() as unknown as Description;
  const places = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [
        operationId,
        { method: method.toUpperCase() as Method, path },
      ]),
    ),
  );
  const begins: number[] = [];
  const kept = new Map<OperationId, Example>();
  const events = new Map<string, RecordedEvent>();

  async function begin(): Promise<number> {
    await sleep(2); // so that no time of what came before is rounded up to this one
    begins.push(Date.now());
    return begins.at(-1) ?? 0;
  }

  async function send(
    id: OperationId,
    { params = {}, query = {}, body, key = ownKey, headers, refusal }: Request,
  ) {
    const { method, path } = places.get(id) ?? notDescribed(id);
    await begin();
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => `${params[name]}`);
    const address = `10.0.${begins.length >> 8}.${begins.length & 255}`; // each has its own limit
    const response = await service.call(method, filled, key ?? undefined, {
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      ...(body !== undefined && { payload: body as string | object }),
      headers: {
        'x-forwarded-for': address,
        ...(typeof body === 'string' && { 'content-type': 'text/csv' }),
        ...headers,
      },
    });
    const { statusCode: status, headers: sent, body: text } = response;
    if (status >= 400 && status !== refusal) throw new Error(`${id}: ${status} ${text}`);
    return {
      status,
      answer: `${sent['content-type']}`.startsWith('application/json') ? JSON.parse(text) : text,
    };
  }

  return {
    begins,
    begin,
    events,
    async keepEvents() {
      const { answer } = await send('listEvents', { query: { after: 'e0', limit: 200 } });
      for (const { id, type, created_at: timestamp, data } of answer.data)
        if (!events.has(type)) events.set(type, { id, timestamp, body: { type, data } });
    },
    examples: () =>
      Object.fromEntries(
        [...places.keys()].flatMap((id) =>
          kept.has(id as OperationId) ? [[id, kept.get(id as OperationId)]] : [],
        ),
      ),
    ask: async (id, request = {}) => (await send(id, request)).answer,
    async record(id, request = {}) {
      const { status, answer } = await send(id, request);
      const { params, query, otherQuery, body } = request;
      const first = kept.get(id) ?? { params, query, otherQuery, body, answers: {} };
      const answers = { ...first.answers, ...(answer !== '' && { [status]: answer }) };
      kept.set(id, { ...first, answers } as Example);
      return answer;
    },
  };
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: OperationId }>>>>;
}

function notDescribed(id: string): never {
  throw new Error(`The API has no operation ${id}`);
}
