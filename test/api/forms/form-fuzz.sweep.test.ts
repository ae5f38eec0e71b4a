import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type FormList, makeFormList } from '../../support/forms/form-list.ts';
import { anyBytes, anyJson, anyText } from '../../support/fuzz/naughty.ts';
import { useService } from '../../support/service/service.ts';

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const perInput = 40;

describe('a form answers anything that is posted, never with a failure (N6)', () => {
  const service = useService();
  let list: FormList;
  beforeAll(async () => {
    list = await makeFormList(service, await service.account(), { fields: ['text', 'number', 'flag'] });
    for (const [key = '', type = ''] of [
      ['text', 'string'],
      ['number', 'number'],
      ['flag', 'boolean'],
    ])
      await list.field(key, type);
  });
  const sound = [200, 400, 413];
  const inputs = [
    'email',
    'ref',
    'utm_source',
    'utm_campaign',
    '_time',
    'your-website',
    'cf-turnstile-response',
    'text',
    'number',
    'flag',
    '__proto__',
  ];

  test.each(inputs)('in %s', async (name) => {
    console.log(`FUZZ_SEED=${seed}`);
    const check = (status: number, value: unknown) => {
      if (!sound.includes(status))
        throw new Error(`${name} = ${JSON.stringify(value)} was answered ${status}`);
    };
    const texts = fc.sample(anyText, { seed, numRuns: perInput }).map(async (value) => {
      const plain = value.length % 2 === 0;
      check((await list.post({ email: 'a@real.example', [name]: value }, { plain })).statusCode, value);
    });
    const values = fc.sample(anyJson, { seed, numRuns: perInput }).map(async (value) => {
      const body = JSON.stringify({ email: 'a@real.example', _time: await list.time(), [name]: value });
      const headers = { 'content-type': 'application/json' };
      check((await list.post({}, { payload: body, headers })).statusCode, value);
    });
    await Promise.all([...texts, ...values]);
  });

  test('as a body, in headers and as an id', async () => {
    for (const bytes of fc.sample(anyBytes, { seed, numRuns: 200 })) {
      const payload = Buffer.from(bytes as string | Buffer);
      for (const type of [
        'application/x-www-form-urlencoded',
        'application/json',
        'multipart/form-data; boundary=x',
      ])
        expect(sound).toContain(
          (await list.post({}, { payload, headers: { 'content-type': type } })).statusCode,
        );
      const text = payload.toString('latin1').replace(/[^\x20-\x7e]/g, '?');
      const asHeader = await list.post(
        { email: 'b@real.example' },
        { headers: { origin: text, 'user-agent': text } },
      );
      expect([200, 403]).toContain(asHeader.statusCode);
      const asReferer = { origin: undefined, referer: text, accept: text };
      expect([200, 403]).toContain(
        (await list.post({ email: 'b@real.example' }, { headers: asReferer })).statusCode,
      );
      for (const path of ['', '/time', '/script.js'])
        expect([200, 400, 404]).toContain(
          (await service.call('GET', `/f/${encodeURIComponent(text)}${path}`)).statusCode,
        );
    }
  });
});
