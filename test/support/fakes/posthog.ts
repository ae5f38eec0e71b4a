import { z } from 'zod';
import { type Answer, type FakeProvider, readObject, startFakeProvider } from './fake-provider.ts';

export const posthogKey = 'phc_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';

export interface FakePosthog extends FakeProvider {
  /** What it captured, of whatever key. */
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

/** PostHog’s capture of one event, as strict as providers.md 7 has it, for all keys; also behind a reverse proxy’s `/ingest`. */
export async function startFakePosthog(): Promise<FakePosthog> {
  const captures: Record<string, unknown>[] = [];

  const server = await startFakeProvider((request) => {
    if (request.method !== 'POST' || !/^(\/ingest)?\/i\/v0\/e\/$/.test(request.path)) return say(404, '');
    const body = readObject(request);
    if (!body.api_key) return say(401, 'event submitted without an api_key');
    if (!body.event) return say(400, 'event submitted without an event name');
    if (!body.distinct_id) return say(400, 'event submitted without a distinct_id');
    const { data, error } = Capture.safeParse(body);
    if (!data)
      return say(400, `failed to parse the request at ${error.issues[0]?.path.join('.') || 'its keys'}`);
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

function say(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/plain' }, body };
}
