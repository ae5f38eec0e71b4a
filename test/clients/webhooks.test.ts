import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../support/fakes/fake-provider.ts';
import { useService } from '../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../support/service/worker.ts';
import { languages } from './languages.ts';

interface Case {
  readonly about: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly secret: string;
  /** Unix seconds. */
  readonly now: number;
  /** The type and the address of the event, or `refused`. */
  readonly is: string;
}

const event = '{"type":"signup.created","data":{"email":"ada@example.com"}}';
const fine = 'signup.created ada@example.com';
const madeSecret = 'whsec_5NvMRFbW8EIwYzqKtNUNte/vDj9a4Ma6YW6Hge/r6tY=';
const ownSecret = 'a secret-of-their-own';
const then = 1_767_225_600;

/** As the service signs for itself. */
function sign(secret: string, timestamp: number | string = then, body = event): Record<string, string> {
  const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { 'service-timestamp': String(timestamp), 'service-signature': `v1=${digest}` };
}

/** As the library of Standard Webhooks signs. */
function signAsStandard(key: string, body = event, timestamp = then): Record<string, string> {
  const signature = new Webhook(key).sign('msg_1', new Date(timestamp * 1000), body);
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
}

async function documentedCases(): Promise<Case[]> {
  const page = await readFile('docs/webhooks.md', 'utf8');
  const body = /without a line break:\n\n```json\n(.+)\n```/.exec(page)?.[1] ?? '';
  const value = (name: string) => new RegExp(`\\| ${name} \\| \`([^\`]+)\` \\|`).exec(page)?.[1] ?? '';
  const [, secret = '', id = '', timestamp = '', signature = ''] =
    /signing secret `([^`]+)`, the `webhook-id` `([^`]+)`, the `webhook-timestamp`\s`([^`]+)`[^`]+`webhook-signature` is `([^`]+)`/.exec(
      page,
    ) ?? [];
  const names = ['service-timestamp', 'service-signature'];
  const own = Object.fromEntries(names.map((name) => [name, value(`\`${name}\``)]));
  const standard = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  const common = { body, now: then, is: fine };
  return [
    { about: 'the test vector', headers: own, secret: value('signing secret'), ...common },
    { about: 'that of Standard Webhooks', headers: standard, secret, ...common },
  ];
}

function madeCases(): Case[] {
  const ownInBase64 = Buffer.from(ownSecret).toString('base64');
  const made = signAsStandard(madeSecret);
  const two = `v1,${'A'.repeat(43)}= ${made['webhook-signature']} v1a,other`;
  const defaults = { headers: made, body: event, secret: madeSecret, now: then };
  const accepted: Partial<Case>[] = [
    { about: 'made by Standard Webhooks' },
    { about: 'one of several signatures', headers: { ...made, 'webhook-signature': two } },
    { about: 'a secret of their own', headers: signAsStandard(ownInBase64), secret: ownSecret },
    { about: 'five minutes late', now: then + 300 },
    { about: 'five minutes early', now: then - 300 },
    { about: 'the own headers of the service', headers: sign(madeSecret) },
    { about: 'the newer headers first', headers: { ...sign('other secret'), ...made } },
  ];
  const { 'webhook-id': _, ...withoutId } = made;
  const refused: Partial<Case>[] = [
    { about: 'another secret', secret: ownSecret },
    { about: 'another body', body: event.replace('ada', 'eve') },
    { about: 'another id', headers: { ...made, 'webhook-id': 'msg_2' } },
    { about: 'another time', headers: { ...made, 'webhook-timestamp': String(then + 1) } },
    { about: 'too late', now: then + 301 },
    { about: 'too early', now: then - 301 },
    { about: 'no id', headers: withoutId },
    { about: 'no headers', headers: {} },
    { about: 'no timestamp', headers: sign(madeSecret, 'soon') },
    { about: 'a timestamp with a sign', headers: sign(madeSecret, `+${then}`) },
    { about: 'the own headers with another secret', headers: sign(ownSecret) },
    { about: 'a signature of another version', headers: { ...made, 'webhook-signature': 'v2,x' } },
    {
      about: 'a signature with a line break',
      headers: { ...sign(madeSecret), 'service-signature': `${sign(madeSecret)['service-signature']}\n` },
    },
    { about: 'a body that is no JSON', headers: signAsStandard(madeSecret, 'hello'), body: 'hello' },
  ];
  return [
    ...accepted.map((each) => ({ ...defaults, is: fine, ...each }) as Case),
    ...refused.map((each) => ({ ...defaults, is: 'refused', ...each }) as Case),
  ];
}

describe.each(languages)('the check of webhooks in $name', ({ isInstalled, run }) => {
  const service = useService();
  let worker: TestWorker;
  let receiver: FakeProvider;
  beforeAll(async () => {
    worker = openTestWorker(service);
    receiver = await startFakeProvider(() => ({ status: 204 }));
  });
  afterAll(async () => {
    await worker.close();
    await receiver.close();
  });

  const check = async (cases: readonly Case[]) => {
    const given = cases.map((each) => ({ ...each, body: Buffer.from(each.body).toString('base64') }));
    const report = (await run('webhooks', { cases: given })) as string[];
    expect(cases.map(({ about }, index) => [about, report[index]])).toEqual(
      cases.map(({ about, is }) => [about, is]),
    );
  };

  test.skipIf(!isInstalled)('takes what is genuine and recent, and nothing else', async () => {
    await check([...(await documentedCases()), ...madeCases()]);
  });

  test.skipIf(!isInstalled)(
    'takes what the service sends, with either secret during a rotation',
    async () => {
      const account = await service.account();
      const waitlist = await service.waitlist(account);
      const made = await service.call('PUT', '/v1/integrations/webhook', account.key, {
        payload: { config: { url: receiver.url } },
      });
      const signUp = async (email: string) => {
        await service.signUp(account, waitlist, { email, metadata: { note: 'ü 😀' } });
        await worker.fanOutAndDeliver();
      };
      await signUp('ada@example.com');
      const rotated = await service.call('POST', '/v1/integrations/webhook/rotate-secret', account.key, {
        payload: { overlap_hours: 24 },
      });
      await signUp('bob@example.com');
      const [before, during] = receiver.requests;
      const secrets = { older: made.json().signing_secret, newer: rotated.json().signing_secret };
      const cases = [
        { about: 'before', request: before, secret: secrets.older, is: 'signup.created ada@example.com' },
        { about: 'before, newer', request: before, secret: secrets.newer, is: 'refused' },
        {
          about: 'during, older',
          request: during,
          secret: secrets.older,
          is: 'signup.created bob@example.com',
        },
        {
          about: 'during, newer',
          request: during,
          secret: secrets.newer,
          is: 'signup.created bob@example.com',
        },
      ];
      await check(
        cases.map(({ request, ...each }) => ({
          ...each,
          headers: request?.headers as Record<string, string>,
          body: request?.body ?? '',
          now: Number(request?.headers['webhook-timestamp']),
        })),
      );
    },
  );
});
