import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKey } from '../../../src/shared/account/api-keys/create-api-key.ts';
import { eventTypes } from '../../../src/shared/list/publishing/events.ts';
import { type FakeProvider, startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { type FakeResend, managedOver, startFakeResend } from '../../support/fakes/resend.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { openRecorder, type RecordedEvent, type Recorder } from './recorder.ts';
import { makeStable } from './stable.ts';
import { tellStory, today } from './story.ts';

const env: NodeJS.ProcessEnv = { BASE_URL: 'https://waitlist.example.com' };
let resend: FakeResend;
let receiver: FakeProvider;
let worker: TestWorker;
const service = useService(env, async () => {
  resend = await startFakeResend();
  Object.assign(env, managedOver(resend));
});

beforeAll(async () => {
  receiver = await startFakeProvider(() => ({ status: 204 }));
  worker = openTestWorker(service);
});
afterAll(async () => {
  await worker.close();
  await receiver.close();
  await resend.close();
});

test('the examples of the API description are what the service answers: npm run openapi:examples', async () => {
  let recorder: Recorder;
  let day: string;
  do {
    day = today();
    recorder = await tellInNewAccount();
  } while (today() !== day); // statistics count by the day
  service.ctx.draining.abort();
  await recorder.record('checkReadiness', { key: null, refusal: 503 });
  await expect(toFile(recorder)).toMatchFileSnapshot('../../../data/api-examples.json');
});

async function tellInNewAccount(): Promise<Recorder> {
  const { accountId } = await service.account({ plan: 'launch' });
  const { key } = await createApiKey(service.ctx, accountId, { name: 'Website', scopes: 'all' });
  const recorder = openRecorder(service, key);
  await tellStory({ ...recorder, service, worker, resend, receiver, account: { accountId, key } });
  return recorder;
}

function toFile(recorder: Recorder): string {
  const events = eventTypes.map((type) => [type, recorder.events.get(type) ?? missing(type)]);
  const recorded = { operations: recorder.examples(), events: Object.fromEntries(events) };
  const text = JSON.stringify(recorded).replaceAll(receiver.url, 'https://acme.example');
  const examples = JSON.parse(makeStable(text, [...recorder.begins, Date.now()]));
  return `${JSON.stringify(sign(examples), null, 2)}\n`;
}

function missing(type: string): never {
  throw new Error(`The story has no ${type}`);
}

/** Gives requests to webhooks the times and signatures that go with what they say now. */
function sign({ operations, events }: Examples) {
  const { created_at, request } = operations.readDelivery.answers[200];
  for (const name of ['service-timestamp', 'webhook-timestamp'])
    request.headers[name] = secondsOf(created_at);
  const secret = operations.setIntegration.answers[201].signing_secret;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const hmac = (by: string | Buffer, text: string) => createHmac('sha256', by).update(text);
  const signed = Object.entries(events).map(([type, { id, timestamp: at, body }]) => {
    const timestamp = secondsOf(at);
    const sent = `${timestamp}.${JSON.stringify(body)}`;
    const signature = `v1=${hmac(secret, sent).digest('hex')}`;
    return [
      type,
      {
        id,
        timestamp,
        signature,
        standardSignature: `v1,${hmac(key, `${id}.${sent}`).digest('base64')}`,
        body,
      },
    ];
  });
  return { operations, events: Object.fromEntries(signed) };
}

interface Examples {
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  readonly operations: any;
  readonly events: Readonly<Record<string, RecordedEvent>>;
}

const secondsOf = (time: string) => String(Math.floor(Date.parse(time) / 1_000));
