import { gzipSync } from 'node:zlib';
import { Resvg } from '@resvg/resvg-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { png, pngChunk, svg } from '../../support/branding/pictures.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { roomInMinute } from '../../support/values/minute.ts';

const rect = '<rect width="40" height="40" fill="#4338ca"/>';

describe('the logo of a brand', () => {
  const service = useService();
  let account: TestAccount;
  let list: string;
  const path = (of = list) => `/v1/waitlists/${of}/brand/logo`;
  const upload = (payload: Buffer, to = list, type = 'image/png') =>
    service.call('PUT', path(to), account.key, { payload, headers: { 'content-type': type } });
  const urlOf = async (of = list): Promise<string | null> =>
    (await service.call('GET', `/v1/waitlists/${of}/settings`, account.key)).json().brand.logo;
  const load = (url: string) => service.call('GET', new URL(url).pathname);
  const actions = async () =>
    service.sql<{ action: string }[]>`
      SELECT action FROM audit_entries WHERE account_id = ${account.accountId} AND object_id = ${list} ORDER BY id`;

  beforeAll(async () => {
    account = await service.account();
    list = await service.waitlist(account);
  });

  test('is stored, in the settings and served for ever; the same again changes nothing', async () => {
    const picture = png('#4338ca');
    const answer = await upload(picture);
    expect(answer.statusCode, answer.body).toBe(200);
    const { url, ...rest } = answer.json();
    expect(rest).toEqual({ type: 'image/png', width: 8, height: 8 });
    expect(await urlOf()).toBe(url);
    const file = await load(url);
    expect(file.statusCode).toBe(200);
    expect(file.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect(file.rawPayload.equals(picture)).toBe(true);
    expect((await upload(picture)).json().url).toBe(url);
    expect((await actions()).map(({ action }) => action)).toEqual(['waitlist.created', 'logo.set']);
  });

  test('its content says what it is, not the header', async () => {
    expect((await upload(svg(rect), list, 'text/csv')).json()).toMatchObject({
      type: 'image/png',
      width: 240,
      height: 240,
    });
    expect((await upload(Buffer.from('{}'), list, 'image/png')).statusCode).toBe(400);
  });

  const letters = (color: string) => svg(`<path fill="${color}" d="M2 2h8v36h-8zM20 2h4v36h-4z"/>`);
  const drawn = (picture: Buffer) => new Resvg(picture.toString()).render().asPng();

  test.each([
    ['dark letters', letters('#0a0a0a'), '-dark.png'],
    ['dark letters in a PNG', drawn(letters('#1e3a8a')), '-dark.png'],
    ['light letters', letters('#fafafa'), '-light.png'],
    ['half-transparent light letters', letters('rgba(255, 255, 255, 0.5)'), '-light.png'],
    ['colored letters', letters('#e11d48'), '.png'],
    ['yellow letters', letters('#facc15'), '.png'],
    ['a dark ground of its own', svg('<rect width="40" height="40" rx="8" fill="#0a0a0a"/>'), '.png'],
    ['a PNG that says it is larger than it is', png('#0a0a0a', 400, 400), '.png'],
  ])('says in its name whether it needs a plate: %s', async (_, picture, ending) => {
    const { url } = (await upload(picture)).json();
    expect(url).toMatch(new RegExp(`/brand/[\\w-]{24}${ending.replace('.', '\\.')}$`));
    expect((await load(url)).statusCode).toBe(200);
  });

  test('an SVG becomes pixels: no script of it survives', async () => {
    const answer = await upload(
      svg(`<script>alert(1)</script>${rect}`, 'viewBox="0 0 80 40" onload="alert(2)"'),
    );
    expect(answer.json()).toMatchObject({ type: 'image/png', width: 480, height: 240 });
    const { rawPayload } = await load(answer.json().url);
    expect(rawPayload.toString('latin1')).not.toMatch(/alert|<svg/);
    expect(rawPayload.subarray(1, 4).toString()).toBe('PNG');
  });

  test('keeps nothing that does not show, such as where a photo was taken', async () => {
    const place = pngChunk('tEXt', Buffer.from('GPS\0secret place'));
    const picture = Buffer.concat([png('#123456', 8, 8, [place]), Buffer.from('<script>secret</script>')]);
    const { url } = (await upload(picture)).json();
    const { rawPayload } = await load(url);
    expect(rawPayload.includes('secret')).toBe(false);
    expect(rawPayload.equals(png('#123456'))).toBe(true);
  });

  const jpeg = (...parts: readonly string[]) => Buffer.from(`ffd8${parts.join('')}`, 'hex');
  const frame = 'ffc0000b080010002001011100';
  const scan = 'ffda0008010100003f00abcdffd9';

  test('takes JPEG and WebP without their EXIF', async () => {
    const photo = jpeg('ffe10008457869660000', frame, scan);
    const answer = await upload(photo);
    expect(answer.json()).toMatchObject({ type: 'image/jpeg', width: 32, height: 16 });
    expect(answer.json().url).toMatch(/\.jpg$/);
    expect((await load(answer.json().url)).rawPayload.equals(jpeg(frame, scan))).toBe(true);

    const chunk = (name: string, data: string) => {
      const bytes = Buffer.from(data, 'hex');
      const length = Buffer.alloc(4);
      length.writeUInt32LE(bytes.length);
      return Buffer.concat([Buffer.from(name), length, bytes]);
    };
    const webp = (...chunks: readonly Buffer[]) => {
      const inside = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
      return Buffer.concat([chunk('RIFF', inside.toString('hex'))]);
    };
    const pixels = chunk('VP8L', '2f0700000000');
    const made = await upload(webp(chunk('VP8X', '080000001f00000f0000'), pixels, chunk('EXIF', 'abcd')));
    expect(made.json()).toMatchObject({ type: 'image/webp', width: 32, height: 16 });
    const stored = await load(made.json().url);
    expect(stored.rawPayload.equals(webp(chunk('VP8X', '000000001f00000f0000'), pixels))).toBe(true);
  });

  /** What must be refused with a clear 400, and what the refusal says. */
  const hostile: readonly (readonly [what: string, file: Buffer, says: RegExp])[] = [
    ['nothing', Buffer.alloc(0), /empty/],
    ['a text', Buffer.from('GIF89a'), /PNG, JPEG, WebP or SVG/],
    ['HTML', Buffer.from('<html><script>alert(1)</script></html>'), /PNG, JPEG, WebP or SVG/],
    ['a gzip bomb', gzipSync(svg(' '.repeat(50_000_000))), /PNG, JPEG, WebP or SVG/],
    ['a PNG that unpacks to gigabytes', png('#000000', 60_000, 60_000), /60000 × 60000 pixels/],
    ['a JPEG that does', jpeg('ffc0000b08ffffffff01011100', scan), /65535 × 65535 pixels/],
    ['a PNG without a size', png('#000000', 0, 0), /broken/],
    ['half a PNG', png('#000000').subarray(0, 40), /broken/],
    ['half a JPEG', jpeg(frame), /broken/],
    ['a JPEG without pixels', jpeg(scan), /broken/],
    ['a PNG that moves', png('#000000', 8, 8, [pngChunk('acTL', Buffer.alloc(8))]), /moves/],
    ['a file of this machine', svg('<image href="/etc/passwd" width="9" height="9"/>'), /outside/],
    ['the same, by file:', svg('<image xlink:href="file:///etc/passwd" width="9" height="9"/>'), /outside/],
    ['the same, disguised', svg('<image href="&#47;etc/passwd" width="9" height="9"/>'), /outside/],
    [
      'another prefix',
      svg('<image xmlns:a="http://www.w3.org/1999/xlink" a:href = "/etc/x.png"/>'),
      /outside/,
    ],
    ['something of another host', svg('<use href="https://example.com/a.svg#b"/>'), /outside/],
    ['the same, in a style', svg(`<rect style="fill:url(https://example.com/a)"/>`), /outside/],
    ['a stylesheet', svg('<style>@import "https://example.com/a.css";</style>'), /stylesheet/],
    ['entities', Buffer.from(`<!DOCTYPE svg [<!ENTITY a "aa">]>${svg('&a;')}`), /entities/],
    ['texts, which have no font', svg('<text y="20">Acme</text>'), /texts/],
    ['nothing to see', svg(''), /shows nothing/],
    ['a broken SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>'), /cannot be drawn/],
    [
      'a size that no memory has',
      svg(rect, 'width="1" height="100000000" viewBox="0 0 1e9 1"'),
      /cannot be drawn|nothing/,
    ],
    ['a width that no memory has', svg(rect, 'width="100000000000" height="1"'), /cannot be drawn/],
    ['deep nesting', svg(`${'<g>'.repeat(20_000)}${rect}${'</g>'.repeat(20_000)}`), /cannot be drawn/],
    [
      'a billion shapes',
      svg(
        `<g id="u0">${rect}</g>${Array.from({ length: 20 }, (_, at) => `<g id="u${at + 1}">${`<use href="#u${at}"/>`.repeat(10)}</g>`).join('')}`,
      ),
      /cannot be drawn/,
    ],
    [
      'a filter that never ends',
      svg(
        '<filter id="f" x="0" y="0" width="4000" height="4000" filterUnits="userSpaceOnUse"><feTurbulence numOctaves="100000000" baseFrequency="0.1"/></filter><rect width="4000" height="4000" filter="url(#f)"/>',
        'width="4000" height="4000"',
      ),
      /cannot be drawn/,
    ],
    [
      'a picture in it that unpacks to gigabytes',
      svg(`<image href="data:image/png;base64,${png('#000000', 60_000, 60_000).toString('base64')}"/>`),
      /60000 × 60000/,
    ],
    [
      'an SVG in it',
      svg(`<image href="data:image/svg+xml;base64,${svg(rect).toString('base64')}"/>`),
      /outside/,
    ],
  ];

  test.each(hostile)('refuses %s', async (_, file, says) => {
    const before = await urlOf();
    const answer = await upload(file);
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(400);
    expect(answer.json().error).toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(says),
    });
    expect(await urlOf()).toBe(before);
  });

  test('refuses more than 256 KiB, before it has all arrived', async () => {
    expect((await upload(Buffer.alloc(256 * 1024 + 1))).statusCode).toBe(413);
    const answer = await service.call('PUT', path(), account.key, {
      payload: 'x',
      headers: { 'content-type': 'image/png', 'content-length': `${50 * 2 ** 20}` },
    });
    expect(answer.statusCode).toBe(413);
  });

  test('drawing holds up nothing else: the event loop goes on', async () => {
    const endless = hostile.find(([what]) => what === 'a filter that never ends')?.[1] ?? Buffer.alloc(0);
    const answered: string[] = [];
    const noted = (name: string, call: Promise<unknown>) => call.then(() => answered.push(name));
    const drawing = noted('drawing', upload(endless));
    for (let at = 0; at < 3; at += 1) await noted('other', urlOf());
    await drawing;
    expect(answered).toEqual(['other', 'other', 'other', 'drawing']);
  });

  test('the same picture has another URL on another list, and one list cannot change another’s', async () => {
    const other = await service.waitlist(account);
    const [one, two] = [await upload(png('#abcdef')), await upload(png('#abcdef'), other)];
    expect(one.json().url).not.toBe(two.json().url);
    const stranger = await service.account();
    const foreign = await service.call('PUT', path(), stranger.key, { payload: png('#000000') });
    expect(foreign.statusCode).toBe(404);
    expect((await service.call('DELETE', path(), stranger.key)).statusCode).toBe(404);
    expect(await urlOf()).toBe(one.json().url);
  });

  test('replaced ones stay for mails, ten in all; removed ones are gone; settings cannot set one', async () => {
    const urls: string[] = [];
    for (let at = 0; at < 12; at += 1) {
      const { url } = (await upload(png(`#0000${(16 + at).toString(16)}`))).json();
      urls.push(url);
    }
    const statuses = await Promise.all(urls.map(async (url) => (await load(url)).statusCode));
    expect(statuses).toEqual([404, 404, ...Array(10).fill(200)]);
    const set = await service.call('PATCH', `/v1/waitlists/${list}/settings`, account.key, {
      payload: { brand: { logo: null } },
    });
    expect([set.statusCode, set.json().error.message]).toEqual([400, expect.stringContaining('logo')]);
    const reset = await service.call('PATCH', `/v1/waitlists/${list}/settings`, account.key, {
      payload: { brand: null },
    });
    expect(reset.json().brand.logo).toBe(urls.at(-1));
    for (const _ of [1, 2]) expect((await service.call('DELETE', path(), account.key)).statusCode).toBe(204);
    expect(await urlOf()).toBeNull();
    expect((await load(urls.at(-1) ?? '')).statusCode).toBe(404);
    expect((await actions()).filter(({ action }) => action === 'logo.removed')).toHaveLength(1);
  });

  test('is gone at once with its list', async () => {
    const gone = await service.waitlist(account);
    const { url } = (await upload(png('#333333'), gone)).json();
    await service.call('DELETE', `/v1/waitlists/${gone}`, account.key);
    expect((await load(url)).statusCode).toBe(404);
  });

  test('301 loads a minute from one address are too many', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.77' };
    const { url } = (await upload(png('#777777'))).json();
    const { pathname } = new URL(url);
    await roomInMinute(service.env.REDIS_URL ?? '', 15);
    const answers = await Promise.all(
      Array.from({ length: 301 }, () => service.call('GET', pathname, undefined, { headers })),
    );
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([429]);
  });
});
