import { beforeAll, describe, expect, test } from 'vitest';
import { png, svg } from '../../../support/branding/pictures.ts';
import { signedIn, textOf, type Visitor } from '../../../support/dashboard.ts';
import type { TestAccount } from '../../../support/service/make.ts';
import { useService } from '../../../support/service/service.ts';

describe('the preview of a brand', () => {
  const service = useService();
  let account: TestAccount;
  let owner: Visitor;
  let list: string;
  let preview: string;

  beforeAll(async () => {
    account = await service.account();
    owner = await signedIn(service, account);
    list = await service.waitlist(account, { name: 'Orbit' });
    preview = `/dashboard/waitlists/${list}/settings/brand/preview`;
    const brand = { color: '#4338ca', headline: 'Soon', background: '#fff7ed' };
    await service.call('PATCH', `/v1/waitlists/${list}/settings`, account.key, { payload: { brand } });
  });

  const show = async (query = '', visitor = owner) => {
    const answer = await visitor.open(`${preview}?${query}`);
    expect(answer.statusCode).toBe(200);
    return { answer, body: answer.body, words: textOf(answer.body) };
  };
  const draft = async (fields: Record<string, string>, query = '') => {
    const answer = await owner.send(`${preview}?${query}`, fields);
    expect(answer.statusCode).toBe(200);
    return answer.body;
  };

  test.each([
    ['signup', /Soon .*Email/],
    ['new', /Your place in line 1,284 2,021 people/],
    ['moved', /Your place in line 1,274 You moved up 10 places/],
    ['reward', /3 friends .*7 more until .*Early access.* Sticker pack Five of them, by post\. Reached/],
    ['invited', /invited.*Accept/],
    ['unconfirmed', /Send the link again/],
    ['nonsense', /Soon .*Email/],
  ])('shows %s', async (state, says) => {
    expect((await show(`state=${state}`)).words).toMatch(says);
  });

  test('has the names and rules of the list, and nobody who is on it', async () => {
    const image = 'https://notes.test/cap.png';
    const rewards = [{ at: 2, key: 'cap', name: 'A cap', text: 'Red or blue.', image }];
    const payload = {
      rewards,
      links: { show_rewards: true, hide: ['total'] },
      leaderboard: { public: true },
    };
    const other = await service.waitlist(account, { referral_bonus: 7 });
    await service.call('PATCH', `/v1/waitlists/${other}/settings`, account.key, { payload });
    await service.call('POST', `/v1/waitlists/${other}/fields`, account.key, {
      payload: { key: 'team', label: 'Your team', type: 'string', required: true },
    });
    await service.signUp(account, other, { email: 'zoe@example.com', fields: { team: 'Engines' } });
    const page = `/dashboard/waitlists/${other}/settings/brand/preview`;
    const { body, headers } = await owner.open(`${page}?state=reward`);
    expect(textOf(body)).toMatch(/2 friends .*A cap Red or blue\. Reached/);
    expect(body).toContain(`<img src="${image}"`);
    expect(headers['content-security-policy']).toContain("img-src 'self' data: https://notes.test;");
    expect(textOf(body)).toContain('moves you up 7 places');
    expect(body).not.toMatch(/2,021|zoe|z…e/);
    expect(textOf((await owner.open(page)).body)).toContain('Your team');
  });

  test('is of the light or the dark look, whatever the device is', async () => {
    const light = (await show('scheme=light')).body;
    const dark = (await show('scheme=dark')).body;
    expect(light).toContain('color-scheme: light;');
    expect(light).toContain('--page: #fff7ed;');
    expect(dark).toContain('color-scheme: dark;');
    expect(dark).not.toContain('--page: #fff7ed;');
    expect(light + dark).not.toContain('prefers-color-scheme');
  });

  test('shows what is entered and not saved, and what is stored for what is not valid yet', async () => {
    const fields = { headline: 'Sooner', color: '#facc1', background: '', font: 'serif', theme: 'dark' };
    const body = await draft(
      { ...fields, text: '<b>One</b>', links: 'Imprint https://a.example/i' },
      'state=new',
    );
    expect(textOf(body)).toContain('Sooner');
    expect(body).toContain('&lt;b>One&lt;/b>');
    expect(body).toContain('--brand: #4338ca;');
    expect(body).toContain('color-scheme: dark;');
    expect(body).toContain('ui-serif');
    expect(body).toContain('href="https://a.example/i"');
    expect(await draft({ color: '#facc15', links: 'Imprint' })).toContain('--brand: #facc15;');
    const { json } = await service.call('GET', `/v1/waitlists/${list}/settings`, account.key);
    expect(json().brand).toMatchObject({ headline: 'Soon', color: '#4338ca' });
  });

  test('is in the language of the brand', async () => {
    expect(await draft({ language: 'ja', headline: '' }, 'state=moved')).toMatch(/lang="ja".*友/s);
  });

  test('has the logo', async () => {
    const headers = { authorization: `Bearer ${account.key}`, 'content-type': 'image/png' };
    const url = `/v1/waitlists/${list}/brand/logo`;
    const saved = await service.app.inject({ method: 'PUT', url, headers, payload: png('#4338ca') });
    expect((await show('state=new')).body).toContain(`<img src="${new URL(saved.json().url).pathname}"`);
  });

  test('puts a logo that would vanish on a plate, and no other', async () => {
    const headers = { authorization: `Bearer ${account.key}`, 'content-type': 'image/svg+xml' };
    const url = `/v1/waitlists/${list}/brand/logo`;
    const plates = async (color: string) => {
      const payload = svg(`<path fill="${color}" d="M2 2h8v36h-8z"/>`);
      await service.app.inject({ method: 'PUT', url, headers, payload });
      const pages = await Promise.all(['light', 'dark'].map((scheme) => show(`scheme=${scheme}`)));
      return pages.map(({ body }) => /--plate: ([^;]*);/.exec(body)?.[1]);
    };
    expect(await plates('#0a0a0a')).toEqual(['transparent', '#f4f4f5']);
    expect(await plates('#fafafa')).toEqual(['#18181b', 'transparent']);
    expect(await plates('#4338ca')).toEqual(['transparent', 'transparent']);
  });

  test('is as wide as its device, without a scrollbar', async () => {
    expect((await show('state=new')).body).toContain('html { scrollbar-width: none; }');
  });

  test('runs, sends and loads nothing, and sets no cookie', async () => {
    for (const state of ['signup', 'new']) {
      const { answer, body } = await show(`state=${state}`);
      const policy = String(answer.headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'; style-src ('sha256-\S+ ?)+; img-src 'self'/);
      expect(policy).toContain("form-action 'none'; frame-ancestors 'self'; base-uri 'none'; sandbox");
      expect(policy).not.toMatch(/script-src|connect-src|unsafe|http/);
      expect(answer.headers['x-frame-options']).toBe('SAMEORIGIN');
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(body).not.toContain('<script');
    }
  });

  test('a viewer sees it, and cannot send one', async () => {
    const viewer = await signedIn(service, account, 'viewer');
    expect((await show('state=new', viewer)).words).toContain('Your place');
    expect((await viewer.send(preview, {})).statusCode).toBe(403);
    const { body } = await viewer.open(`/dashboard/waitlists/${list}/settings/brand`);
    expect(body).toContain('name="state"');
    expect(body).not.toContain('formtarget="brand-preview"');
  });

  test('belongs to the account', async () => {
    const stranger = await signedIn(service, await service.account());
    expect((await stranger.open(preview)).statusCode).toBe(404);
  });
});
