import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FakeProvider } from '../../support/fakes/fake-provider.ts';
import { startFakeTurnstile, turnstileSecret } from '../../support/forms/turnstile.ts';
import { makePageList, type PageList } from '../../support/pages/page-list.ts';
import { type TestAccount, testModeOf } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { roomInMinute } from '../../support/values/minute.ts';

describe('the hosted signup page', () => {
  let turnstile: FakeProvider;
  const env = { BASE_URL: 'https://waitlist.test', TURNSTILE_API_URL: '' };
  const service = useService(env, async () => {
    turnstile = await startFakeTurnstile();
    env.TURNSTILE_API_URL = turnstile.url;
  });
  afterAll(() => turnstile.close());
  let account: TestAccount;
  beforeAll(async () => {
    account = await service.account({ plan: 'scale' });
  });
  const make = (settings: Parameters<typeof makePageList>[2] = {}, of = account) =>
    makePageList(service, of, settings);
  const emails = async (list: PageList) => (await list.page()).data.map(({ email }) => email);
  const addField = (list: PageList, field: object) =>
    service.call('POST', `${list.url}/fields`, account.key, { payload: field });

  test('shows the brand and the form, and may be indexed', async () => {
    const list = await make({ brand: { headline: 'Orbit is <coming>', text: 'Soon & loud.' } });
    const page = await list.open();
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Orbit is &lt;coming');
    expect(page.body).toContain('Soon &amp; loud.');
    expect(page.body).toContain(`<link rel="canonical" href="https://waitlist.test${list.path}"/>`);
    expect(page.body).toContain(`<meta property="og:url" content="https://waitlist.test${list.path}"/>`);
    expect(page.body).not.toContain('noindex');
    expect(page.headers['x-robots-tag']).toBeUndefined();
    expect(page.headers['set-cookie']).toBeUndefined();
    expect(page.headers['access-control-allow-origin']).toBeUndefined();
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).not.toMatch(/unsafe|https:|\*/);
    expect(page.body.length).toBeLessThan(40_000);
    const robots = await service.app.inject('/robots.txt');
    expect(robots.body).toContain('Allow: /w/');
  });

  test('takes a signup with what the link brought, and shows the place of who is new', async () => {
    const list = await make({ links: { status_page: true } });
    const friend = await list.add({ email: 'friend@friend.example' });
    const page = await list.open(`?ref=${friend.referral_code}&utm_source=poster`);
    expect(page.body).toContain('A friend has invited you.');
    expect(page.body).toContain(`name="ref" value="${friend.referral_code}"`);
    const answer = await list.post({
      email: 'ada@real.example',
      ref: friend.referral_code,
      utm_source: 'poster',
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('You are on the list');
    const [ada] = (await list.page()).data;
    expect(ada).toMatchObject({ email: 'ada@real.example', utm_source: 'poster' });
    expect(answer.body).toContain(`${list.path}?ref=${ada?.referral_code}`);
    expect(answer.headers['x-robots-tag']).toBe('noindex');
    expect(answer.headers['cache-control']).toBe('private, no-cache'); // to go back to
  });

  test('shows no place of somebody who was on the list, and says the same to everybody who confirms', async () => {
    const list = await make({ links: { status_page: true } });
    await list.post({ email: 'ada@real.example' });
    const again = await list.post({ email: 'ADA@real.example' });
    expect(again.body).toContain('Please look into your inbox');
    const [ada] = (await list.page()).data;
    expect(again.body).not.toContain(ada?.referral_code);
    expect(again.body).not.toMatch(/\/s\//);
    await list.set({ confirmation: { enabled: true } });
    const first = await list.post({ email: 'grace@real.example' });
    expect(first.body).toContain('We have sent you a link');
    expect((await list.post({ email: 'grace@real.example' })).body).toBe(first.body);
    expect((await list.post({ email: 'ada@real.example' })).body).toBe(first.body);
  });

  test('stores nothing of a program that fills the trap, and answers it as somebody who was on the list', async () => {
    const list = await make();
    const answer = await list.post({ email: 'bot@real.example', 'your-website': 'x' });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('Please look into your inbox');
    expect(await emails(list)).toEqual([]);
  });

  test('asks once more where the time is missing, forged, of another list, too new or too old', async () => {
    const list = await make();
    const other = await make();
    for (const _time of ['', 'forged', await other.time(), await list.time(25 * 3_600_000)]) {
      const answer = await list.post({ email: 'ada@real.example', _time, ref: '"><b>' });
      expect(answer.body).toContain('One more step');
      expect(answer.body).not.toContain('"><b>');
    }
    const young = await list.time(100);
    const answer = await list.post({ email: 'ada@real.example', _time: young });
    expect(answer.body).toContain(`value="${young}"`);
    expect(await emails(list)).toEqual([]);
  });

  test('takes posts of the page itself and of listed origins, and of no others', async () => {
    const list = await make({ form: { origins: ['https://site.example'] } });
    for (const origin of ['https://evil.example', 'null', ''])
      expect((await list.post({ email: 'ada@real.example' }, { origin })).statusCode).toBe(403);
    expect(await emails(list)).toEqual([]);
    const listed = await list.post({ email: 'ada@real.example' }, { origin: 'https://site.example' });
    expect([listed.statusCode, listed.headers['access-control-allow-origin']]).toEqual([
      200,
      'https://site.example',
    ]);
    const preflight = (origin: string) =>
      service.app.inject({ method: 'OPTIONS', url: list.path, headers: { origin } });
    expect((await preflight('https://site.example')).statusCode).toBe(204);
    expect((await preflight('https://evil.example')).statusCode).toBe(403);
  });

  test('asks for the chosen fields and all that are required, by their types', async () => {
    const list = await make({ form: { fields: ['team', 'size', 'terms'] } });
    for (const field of [
      { key: 'team', label: 'Your "team" <b>', type: 'string' },
      { key: 'size', label: 'Size', type: 'number' },
      { key: 'terms', label: 'I agree', type: 'boolean' },
      { key: 'must', label: 'Must', type: 'string', required: true },
      { key: 'hidden', label: 'Not asked', type: 'string' },
    ])
      expect((await addField(list, field)).statusCode).toBe(201);
    const page = (await list.open()).body;
    expect(page).toContain('Your &quot;team&quot; &lt;b>');
    expect(page).toMatch(/type="number"[^>]* name="size"/);
    expect(page).toMatch(/type="checkbox"[^>]* name="terms"/);
    expect(page).toMatch(/name="must"[^>]* required/);
    expect(page).not.toContain('Not asked');
    const missing = await list.post({ email: 'ada@real.example', team: '<i>core</i>', size: '7' });
    expect(missing.statusCode).toBe(400);
    expect(missing.body).toContain('Please fill in “Must”.');
    expect(missing.body).toContain('value="&lt;i>core&lt;/i>"');
    expect(missing.body).toMatch(/name="must"[^>]*aria-invalid="true"/);
    const wrong = await list.post({ email: 'ada@real.example', must: 'x', size: 'many' });
    expect(wrong.body).toContain('Please enter a number for “Size”.');
    const values = { email: 'ada@real.example', must: 'x', size: '7', terms: 'yes', hidden: 'no' };
    expect((await list.post(values)).statusCode).toBe(200);
    const [ada] = (await list.page()).data;
    expect(ada?.fields).toEqual({ must: 'x', size: 7, terms: true });
  });

  test('takes custom fields with the names of what a link brings along', async () => {
    const list = await make();
    for (const key of ['ref', 'utm_source'])
      await addField(list, { key, label: `Your ${key}`, type: 'string', required: true });
    const friend = await list.add({ email: 'f@friend.example', fields: { ref: 'a', utm_source: 'b' } });
    const page = (await list.open(`?ref=${friend.referral_code}&utm_source=poster`)).body;
    expect(page).toMatch(/name="_ref"[^>]* required/);
    expect(page).toContain(`name="ref" value="${friend.referral_code}"`);
    const brought = { ref: friend.referral_code, utm_source: 'poster', email: 'ada@real.example' };
    const asked = await list.post({ ...brought, _ref: 'mine', _utm_source: 'radio', _time: '' });
    expect(asked.body).toContain('name="_ref" value="mine"'); // on the page with one button
    const missing = await list.post({ ...brought, _utm_source: 'radio' });
    expect([missing.statusCode, missing.body.includes('Please fill in “Your ref”.')]).toEqual([400, true]);
    expect((await list.post({ ...brought, _ref: 'mine', _utm_source: 'radio' })).statusCode).toBe(200);
    const [ada] = (await list.page()).data;
    expect(ada).toMatchObject({ utm_source: 'poster', fields: { ref: 'mine', utm_source: 'radio' } });
    expect(ada?.referred_by).toBe(friend.id);
  });

  test('takes the campaign of the link, and gives it to a custom field of that name, too', async () => {
    const list = await make();
    const plain = (await list.open()).body;
    expect(plain).not.toContain('utm_campaign');
    const query = `?utm_campaign=launch&utm_content=second+post&utm_term=${'y'.repeat(201)}&other=1`;
    const page = (await list.open(query)).body;
    expect(page).toContain('<input type="hidden" name="utm_campaign" value="launch"/>');
    expect(page).toContain('<input type="hidden" name="utm_content" value="second post"/>');
    expect(page).not.toMatch(/utm_term|utm_medium/);
    const brought = { utm_campaign: 'launch', utm_content: 'second post', utm_term: 'y'.repeat(201) };
    expect((await list.post({ email: 'ada@real.example', ...brought })).statusCode).toBe(200);
    await addField(list, { key: 'utm_campaign', label: 'Campaign', type: 'string', required: true });
    expect((await list.open(query)).body).not.toContain('type="hidden" name="utm_campaign"');
    const long = 'z'.repeat(300); // a field may be longer than what a link says
    for (const [email, utm_campaign] of [
      ['bo@real.example', 'launch'],
      ['cy@real.example', long],
    ] as const)
      expect((await list.post({ email, utm_campaign })).statusCode).toBe(200);
    const none = { utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null };
    const { data } = await list.page('order=oldest&include=campaign');
    expect(data).toMatchObject([
      { campaign: { ...none, utm_campaign: 'launch', utm_content: 'second post' }, fields: {} },
      { campaign: { ...none, utm_campaign: 'launch' }, fields: { utm_campaign: 'launch' } },
      { campaign: null, fields: { utm_campaign: long } },
    ]);
  });

  test('names a new picture beside links whenever it would show something else', async () => {
    const list = await make({ page: { invited_by_field: 'name' } });
    await addField(list, { key: 'name', label: 'Name', type: 'string' });
    const friend = await list.add({ email: 'f@friend.example', fields: { name: 'Ada' } });
    const picture = async (query = '') => {
      const { body } = await list.open(query);
      return /<meta property="og:image" content="https:\/\/waitlist\.test([^"]+)"/.exec(body)?.[1] ?? '';
    };
    const first = await picture();
    expect(first).toMatch(new RegExp(`^${list.path}/card\\.png\\?v=[\\w-]{10}$`));
    expect(await picture()).toBe(first);
    const ofAda = await picture(`?ref=${friend.referral_code}`);
    expect(ofAda).toContain(`?ref=${friend.referral_code}&amp;v=`);
    const urls = [first, ofAda.replace('&amp;', '&')];
    await list.set({ brand: { headline: 'Orbit is coming' } });
    urls.push(await picture());
    expect(new Set(urls.map((url) => url.slice(-10))).size).toBe(3);
    const pictures = await Promise.all(urls.map((url) => service.app.inject(url)));
    expect(pictures.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  });

  test('forgives a capital letter and a slash at the end of a typed address', async () => {
    const list = await make();
    for (const typed of [
      `${list.path}/`,
      list.path.replace('orbit', 'Orbit'),
      `${list.path}/`.replace('orbit', 'ORBIT'),
    ]) {
      const { statusCode, headers } = await service.app.inject(`${typed}?ref=abc`);
      expect([statusCode, headers.location]).toEqual([302, `${list.path}?ref=abc`]);
    }
    for (const other of [`${list.path}//`, `${list.path}/more`, `${list.path}.`, `${list.path}%E2%80%8B`]) {
      const { statusCode } = await service.app.inject(other);
      expect([other, statusCode]).toEqual([other, 404]);
    }
  });

  test('says what its answers depend on', async () => {
    const list = await make({ form: { origins: ['https://site.example'] } });
    const vary = ({ headers }: { headers: Record<string, unknown> }) => String(headers.vary);
    expect(vary(await list.open())).toBe('Accept-Language');
    expect(vary(await service.app.inject(`${list.path}/form`))).toBe('Accept-Language, Origin');
    const posted = 'Accept, Accept-Language, Origin';
    expect(vary(await list.post({ email: 'ada@real.example' }))).toBe(posted);
    expect(vary(await list.post({ email: 'ada@real.example' }, { accept: 'application/json' }))).toBe(posted);
    expect(vary(await list.post({ email: 'x' }, { origin: 'https://evil.example' }))).toBe(posted);
    expect(vary(await service.app.inject({ method: 'OPTIONS', url: list.path }))).toBe('Origin');
  });

  test('names what is wrong with the address, in the language of the visitor', async () => {
    const list = await make();
    const german = { 'accept-language': 'de-CH, en;q=0.5' };
    const page = await list.open('', german);
    expect(page.body).toMatch(/<html lang="de"/);
    expect(page.headers.vary).toMatch(/Accept-Language/i);
    for (const email of ['', 'ada', 'ada@', `${'a'.repeat(400)}@real.example`, 'a b@c.de']) {
      const answer = await list.post({ email }, german);
      expect([email.slice(0, 10), answer.statusCode]).toEqual([email.slice(0, 10), 400]);
      expect(answer.body).toContain('Bitte geben Sie eine E-Mail-Adresse ein');
    }
  });

  test('knows only codes of the list itself, and leaves out what a form would refuse', async () => {
    const list = await make();
    const other = await make();
    const stranger = await other.add({ email: 's@friend.example' });
    for (const ref of [stranger.referral_code, 'nobody', '', '%00', '"><script>', 'x'.repeat(5_000)]) {
      const page = await list.open(`?ref=${encodeURIComponent(ref)}&utm_source=${'y'.repeat(300)}`);
      expect(page.statusCode).toBe(200);
      expect(page.body).not.toContain('A friend has invited you.');
      expect(page.body).not.toContain('"><script>');
      expect(page.body).toContain('name="utm_source" value/');
    }
    const twice = await list.open('?ref=a&ref=b');
    expect(twice.statusCode).toBe(200);
  });

  test('is unknown while it is off, with another name, and once the list is deleted', async () => {
    const list = await make();
    const renamed = `${list.name}-2`;
    await list.set({ page: { slug: renamed } });
    const moved = await list.open('?ref=abc');
    expect([moved.statusCode, moved.headers.location]).toEqual([302, `/w/${renamed}?ref=abc`]);
    expect((await list.post({ email: 'ada@real.example' })).statusCode).toBe(200); // from an open page
    await list.set({ page: { enabled: false } });
    for (const name of [list.name, renamed, 'nobody-has-this', 'A', '%00', '..%2f', 'x'.repeat(2_000)]) {
      const { statusCode, headers } = await service.app.inject({
        url: `/w/${name}`,
        headers: { accept: 'text/html' },
      });
      expect([name.slice(0, 20), statusCode, headers['x-robots-tag']]).toEqual([
        name.slice(0, 20),
        404,
        'noindex',
      ]);
    }
    await list.set({ page: { enabled: true } });
    await service.call('DELETE', list.url, account.key);
    expect((await service.app.inject(`/w/${renamed}`)).statusCode).toBe(404);
  });

  test('says how many people are on the list, unless it hides that', async () => {
    const list = await make();
    expect((await list.open()).body).not.toContain('on the list');
    await list.add({ email: 'a@real.example' });
    expect((await list.open()).body).toContain('1 person is on the list');
    await list.add({ email: 'b@real.example' });
    expect((await list.open()).body).toContain('2 people are on the list');
    await list.set({ page: { show_total: false } });
    expect((await list.open()).body).not.toContain('on the list');
  });

  test('is marked in test mode, and not indexed', async () => {
    const list = await make({}, await testModeOf(service, account));
    expect(list.path).toMatch(/^\/w\/test--orbit/);
    const page = await list.open();
    expect(page.body).toContain('Test mode');
    expect(page.headers['x-robots-tag']).toBe('noindex');
    expect(page.body).toContain('name="robots" content="noindex"');
    expect((await list.post({ email: 'ada@real.example' })).statusCode).toBe(200);
  });

  test('draws the widget of a captcha, and takes only posts that solved it', async () => {
    const list = await make({ form: { captcha: { secret: turnstileSecret, site_key: '0x4AAA' } } });
    const page = await list.open();
    expect(page.body).toContain('data-sitekey="0x4AAA"');
    expect(page.headers['content-security-policy']).toContain('script-src');
    expect(page.headers['content-security-policy']).toContain('frame-src https://challenges.cloudflare.com');
    const refused = await list.post({ email: 'ada@real.example' });
    expect([refused.statusCode, refused.body.includes('not a robot')]).toEqual([400, true]);
    const taken = await list.post({ email: 'ada@real.example', 'cf-turnstile-response': 'good-1' });
    expect(taken.statusCode).toBe(200);
    expect(await emails(list)).toEqual(['ada@real.example']);
  });

  test('keeps the language that a post names, and refuses what is none', async () => {
    const list = await make();
    const refused = await list.post({ email: 'a@real.example', locale: 'not a tag!' });
    expect([refused.statusCode, await emails(list)]).toEqual([400, []]);
    expect((await list.post({ email: 'b@real.example', locale: 'de-at' })).statusCode).toBe(200);
    const { data } = (await service.call('GET', `${list.url}/signups?include=locale`, account.key)).json();
    expect(data).toMatchObject([{ email: 'b@real.example', locale: 'de-AT' }]);
  });

  test('tells visitors in their language that there is no page', async () => {
    const headers = { accept: 'text/html', 'accept-language': 'de' };
    const missing = await service.app.inject({ url: '/w/no-such-page', headers });
    expect(missing.statusCode).toBe(404);
    expect(missing.body).toContain('Dieser Link funktioniert nicht.');
  });

  test('limits posts and views by the address', async () => {
    const list = await make();
    const from = { 'x-forwarded-for': '203.0.113.77' };
    await roomInMinute(service.env.REDIS_URL ?? '', 30);
    for (let post = 0; post < 5; post += 1)
      expect((await list.post({ email: `a${post}@real.example` }, from)).statusCode).toBe(200);
    const sixth = await list.post({ email: 'a6@real.example' }, from);
    expect([sixth.statusCode, Number(sixth.headers['retry-after']) > 0]).toEqual([429, true]);
    const views = await Promise.all(Array.from({ length: 121 }, () => list.open('', from)));
    expect(views.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(0);
  });

  test('gives the embedding script one form for every origin, and says whether it may post', async () => {
    const list = await make({ form: { origins: ['https://site.example'] } });
    const script = await service.app.inject(`${list.path}/embed.js`);
    expect(script.headers['content-type']).toMatch(/javascript/);
    expect(script.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(script.headers['cache-control']).toBe('public, max-age=3600');
    const form = async (origin: string) =>
      service.app.inject({ url: `${list.path}/form`, headers: { origin, accept: '*/*' } });
    const listed = await form('https://site.example');
    expect(listed.json()).toMatchObject({ lang: 'en', is_listed: true, site_key: null });
    expect(listed.headers['access-control-allow-origin']).toBe('*');
    expect((await form('https://evil.example')).json().is_listed).toBe(false);
    const json = { origin: 'https://site.example', accept: 'application/json' };
    const answer = await list.post({ email: 'ada@real.example' }, json);
    expect(answer.json()).toMatchObject({ ok: true, html: expect.stringContaining('You are on the list') });
    const refused = await list.post({ email: 'ada' }, json);
    expect(refused.statusCode).toBe(400);
    expect(refused.json().error).toEqual({
      message: 'Please enter an email address, such as you@example.com.',
      field: 'email',
    });
    expect((await list.post({ email: 'b@real.example', _time: '' }, json)).json()).toEqual({
      again: { time: expect.any(String) },
    });
  });
});
