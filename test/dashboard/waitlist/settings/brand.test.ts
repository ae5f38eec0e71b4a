import { beforeAll, describe, expect, test } from 'vitest';
import { png } from '../../../support/branding/pictures.ts';
import { csrfOf, signedIn, type Visitor } from '../../../support/dashboard.ts';
import type { TestAccount } from '../../../support/service/make.ts';
import { useService } from '../../../support/service/service.ts';

describe('the brand in the settings of a list', () => {
  const service = useService();
  let account: TestAccount;
  let owner: Visitor;
  let page: string;
  let list: string;

  beforeAll(async () => {
    account = await service.account();
    owner = await signedIn(service, account);
    list = await service.waitlist(account);
    page = `/dashboard/waitlists/${list}/settings`;
  });

  const stored = async () =>
    (await service.call('GET', `/v1/waitlists/${list}/settings`, account.key)).json().brand;

  /** Sends a picture as browsers do. */
  async function upload(visitor: Visitor, picture: Buffer, to = `${page}/logo`) {
    const csrf = csrfOf(await visitor.open(`${page}/brand`));
    const part = (head: string, body: Buffer | string) =>
      Buffer.concat([
        Buffer.from(`--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
        Buffer.from(body),
        Buffer.from('\r\n'),
      ]);
    const payload = Buffer.concat([
      part('name="csrf"', csrf),
      part('name="logo"; filename="logo.png"\r\nContent-Type: image/png', picture),
      Buffer.from('--x--\r\n'),
    ]);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    return visitor.open(to, { method: 'POST', payload, headers });
  }

  test('is saved as a whole, and shown again', async () => {
    const saved = await owner.send(`${page}/brand`, {
      ...{ headline: 'Soon', text: 'One\r\nTwo', color: '#4338ca', background: '', theme: 'dark' },
      ...{
        font: 'rounded',
        language: 'de',
        links: 'Imprint and more https://a.example/i\r\n\r\nPrivacy https://a.example/p',
      },
    });
    expect([saved.statusCode, saved.headers.location]).toEqual([303, `${page}/brand#brand`]);
    expect(await stored()).toMatchObject({
      headline: 'Soon',
      text: expect.stringMatching(/^One\r?\nTwo$/),
      color: '#4338ca',
      background: null,
      theme: 'dark',
      font: 'rounded',
      language: 'de',
      links: [
        { label: 'Imprint and more', url: 'https://a.example/i' },
        { label: 'Privacy', url: 'https://a.example/p' },
      ],
    });
    const { body } = await owner.follow(saved);
    expect(body).toContain('Imprint and more https://a.example/i\nPrivacy https://a.example/p</textarea>');
    expect(body).toContain('<option value="de" selected>German</option>');
  });

  test.each([
    ['color', 'blue', 'Color: must be a color such as #4338ca'],
    ['links', 'https://a.example/i', 'Links below the pages, no. 1: write a text and its address'],
    ['links', 'Imprint http://a.example/i', 'must be an https URL'],
  ])('says at %s what is wrong with %s', async (name, value, says) => {
    const refused = await owner.send(`${page}/brand`, { theme: 'auto', font: 'system', [name]: value });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain(value);
    expect(refused.body).toContain(says.replace(/^[^:]*: /, ''));
  });

  test('takes a logo, shows it, and removes it', async () => {
    const saved = await upload(owner, png('#4338ca'));
    expect([saved.statusCode, saved.headers.location]).toEqual([303, `${page}/brand#brand`]);
    const { logo } = await stored();
    expect((await owner.follow(saved)).body).toContain(`src="${new URL(logo).pathname}"`);
    const removed = await upload(owner, Buffer.alloc(0), `${page}/logo/remove`);
    expect(removed.statusCode).toBe(303);
    expect((await stored()).logo).toBeNull();
  });

  test.each([
    ['nothing', Buffer.alloc(0), 'Choose a picture.'],
    ['no picture', Buffer.from('hello'), 'must be a PNG, JPEG, WebP or SVG picture'],
    ['more than 256 KiB', Buffer.alloc(300_000), 'The logo is larger than 256 KiB.'],
  ])('refuses %s', async (_, picture, says) => {
    const refused = await upload(owner, picture);
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain(says);
    expect((await stored()).logo).toBeNull();
  });

  test('a viewer sees the settings, and can upload nothing', async () => {
    const viewer = await signedIn(service, account, 'viewer');
    const { body } = await viewer.open(`${page}/brand`);
    expect(body).toContain('Brand');
    expect(body).not.toContain('type="file"');
    expect((await upload(viewer, png('#4338ca')).catch(() => ({ statusCode: 403 }))).statusCode).toBe(403);
  });
});
