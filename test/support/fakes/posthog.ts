import { z } from 'zod';
import { type Answer, type FakeProvider, readObject, startFakeProvider } from './fake-provider.ts';

export const posthogKey = 'phc_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';

export interface FakePosthog extends FakeProvider {
  /** The accepted events of all keys. */
  readonly captures: readonly Record<string, unknown>[];
}

const Capture = z.strictObject({
  api_key: z.string().startsWith('phc_'),
  event: z.string().min(1).max(200),
  distinct_id: z.string().min(1).max(200),
  uuid: z.uuid(),
  timestamp: z.iso.datetime(),
  properties: z.looseObject({ $set: z.record(z.string(), z.unknown()).optional() }),
});

/**
 * A fake of PostHog’s endpoint for one event, with its validation. It accepts all keys, and also the path
 * `/ingest` of reverse proxies.
 */
export async function startFakePosthog(): Promise<FakePosthog> {
  const captures: Record<string, unknown>[] = [];

  const server = await startFakeProvider((request) => {
    if (request.method !== 'POST' || !/^(\/ingest)?\/i\/v0\/e\/$/.test(request.path)) return reply(404, '');
    const body = readObject(request);
    if (!body.api_key) return reply(401, 'event submitted without an api_key');
    if (!body.event) return reply(400, 'event submitted without an event name');
    if (!body.distinct_id) return reply(400, 'event submitted without a distinct_id');
    const { data, error } = Capture.safeParse(body);
    if (!data)
      return reply(400, `failed to parse the request at ${error.issues[0]?.path.join('.') || 'its keys'}`);
    captures.push(data);
    return { status: 200, body: { status: 'Ok' } };
  });
  return {
    ...server,
    captures,
    reset() {
      server.reset();
      captures.length = 0;
    },
  };
}

function reply(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/plain' }, body };
}
