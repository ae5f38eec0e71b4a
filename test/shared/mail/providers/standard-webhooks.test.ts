import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { standardWebhooks } from '../../../../src/shared/mail/providers/standard-webhooks.ts';
import { makeHttpClient, refusalOf, signedAt } from '../../../support/http-client.ts';

const secret = 'whsec_d2FpdGxpc3QtZGVtby1zaWduaW5nLWtleS0wMDAwMDE=';
const body = Buffer.from('{"type":"x"}');

function sign(id: string, timestamp: string, key = secret, signed: Buffer = body): string {
  const mac = createHmac('sha256', Buffer.from(key.slice(6), 'base64'));
  return `v1,${mac.update(`${id}.${timestamp}.`).update(signed).digest('base64')}`;
}

function headers(change: Record<string, string | string[] | undefined> = {}, prefix = 'webhook') {
  const timestamp = String(change.timestamp ?? signedAt);
  const all = { id: 'msg_1', timestamp, signature: sign('msg_1', timestamp), ...change };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [`${prefix}-${name}`, value]));
}

const verify = (given: ReturnType<typeof headers>, key = secret, raw = body) =>
  standardWebhooks.verify({ headers: given, body: raw }, key, makeHttpClient());

describe('a signature of Standard Webhooks (C6.9)', () => {
  test('holds with both spellings of the headers', async () => {
    await verify(headers());
    await verify(headers({}, 'svix'));
  });

  test('holds over bytes that are not text', async () => {
    const raw = Buffer.from([0xff, 0x00, 0xfe, 0x0a]);
    await verify(headers({ signature: sign('msg_1', String(signedAt), secret, raw) }), secret, raw);
  });

  test('holds when any of several entries is right, whatever stands beside it', async () => {
    const right = sign('msg_1', String(signedAt));
    const other = sign('msg_1', String(signedAt), 'whsec_b3RoZXI=');
    await verify(headers({ signature: `v1a,AAAA ${other} ${right} v2,x v1, junk` }));
    expect(
      (await refusalOf(() => verify(headers({ signature: `${other} v1a,${right.slice(3)}` })))).code,
    ).toBe('unauthorized');
  });

  test.each([-300, 0, 300])('holds %i s off', async (offset) => {
    await verify(headers({ timestamp: String(signedAt + offset) }));
  });

  test.each([
    ['301 s old', headers({ timestamp: String(signedAt - 301) })],
    ['301 s ahead', headers({ timestamp: String(signedAt + 301) })],
    ['of a moment that is no number', headers({ timestamp: 'NaN' })],
    ['of a moment in hexadecimal', headers({ timestamp: '0x69558A00' })],
    ['without a moment', headers({ timestamp: '' })],
    ['without an id', headers({ id: undefined })],
    ['with an empty id', headers({ id: '', signature: sign('', String(signedAt)) })],
    [
      'with an overlong id',
      headers({ id: 'x'.repeat(257), signature: sign('x'.repeat(257), String(signedAt)) }),
    ],
    ['without a signature', headers({ signature: undefined })],
    ['with an empty signature', headers({ signature: 'v1,' })],
    ['with a header twice', headers({ signature: [sign('msg_1', String(signedAt))] })],
    ['of another id', headers({ id: 'msg_2' })],
    ['with the headers mixed', { ...headers(), 'svix-id': 'msg_1' }],
    ['with no headers', {}],
  ])('fails %s', async (_, given) => {
    expect((await refusalOf(() => verify(given))).code).toBe('unauthorized');
  });

  test('fails for another body, another secret and a secret of another form', async () => {
    for (const [key, raw] of [
      [secret, Buffer.from('{"type":"y"}')],
      [secret, Buffer.concat([body, Buffer.from('\n')])],
      ['whsec_b3RoZXI=', body],
      ['whsec_', body],
      ['', body],
    ] as const) {
      expect((await refusalOf(() => verify(headers(), key, raw))).code).toBe('unauthorized');
    }
  });

  test.each(['', 'whsec_', 'whsec_not base64', 'd2FpdGxpc3Q=', 'whsec_ä'])(
    'never has the secret %j',
    async (key) => {
      expect((await refusalOf(() => standardWebhooks.checkSecret(key))).code).toBe('invalid_request');
    },
  );
});
