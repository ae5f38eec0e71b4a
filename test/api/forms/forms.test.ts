import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { mailStatusLink } from '../../../src/shared/capabilities/forms/mail-status-link.ts';
import type { FakeProvider } from '../../support/fakes/fake-provider.ts';
import { type FormList, makeFormList, siteOrigin } from '../../support/forms/form-list.ts';
import { startFakeTurnstile, turnstileSecret } from '../../support/forms/turnstile.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';

let turnstile: FakeProvider;
const env = { BASE_URL: 'https://waitlist.test', TURNSTILE_API_URL: '' };
const service = useService(env, async () => {
  turnstile = await startFakeTurnstile();
  env.TURNSTILE_API_URL = turnstile.url;
});
let sink: MailSink;
let worker: TestWorker;
let account: TestAccount;

beforeAll(async () => {
  sink = await startMailSink();
  worker = openTestWorker(service, { MANAGED_EMAIL_URL: sink.url });
  account = await service.account({ plan: 'scale' });
});
afterEach(async () => {
  expect(await findBrokenInvariants(service.sql)).toEqual([]);
});
afterAll(async () => {
  await worker.close();
  await sink.close();
  await turnstile.close();
});

const makeForm = (form?: object) => makeFormList(service, account, form);
const emailsOn = async (list: FormList) => (await list.page()).data.map(({ email }) => email);
const subjectsTo = async (email: string) => (await sink.mailsTo(email)).map(({ subject }) => subject);

/** The answer to every post that is taken, on a list that asks nobody to confirm. */
const taken = { ok: true, message: 'Thank you. You are on the list.' };

/** For the rest of a test, so that what is sent at once is sent at once on a busy machine, too. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('POST /f/{form_id} (N6)', () => {
  test('adds a signup by the rules of the list, and answers nothing about it', async () => {
    const list = await makeForm();
    const first = await list.post({ email: 'friend@friend.example', utm_source: 'newsletter' });
    expect([first.statusCode, first.json()]).toEqual([200, taken]);
    const [friend] = (await list.page()).data;
    const second = await list.post({ email: 'ada@real.example', ref: friend?.referral_code });
    expect(second.json()).toEqual(taken);
    const { data } = await list.page();
    expect(data).toMatchObject([
      { email: 'ada@real.example', position: 2, referred_by: friend?.id, utm_source: null, referrer: null },
      { email: 'friend@friend.example', utm_source: 'newsletter', referral_count: 1 },
    ]);
  });

  test('takes JSON from a listed origin', async () => {
    const list = await makeForm();
    const payload = { email: 'ada@real.example', _time: await list.time() };
    const headers = { 'content-type': 'application/json' };
    const answer = await list.post({}, { payload: JSON.stringify(payload), headers });
    expect([answer.statusCode, answer.json()]).toEqual([200, taken]);
    expect(await emailsOn(list)).toEqual(['ada@real.example']);
  });

  test('takes a multipart form, as a plain form', async () => {
    const list = await makeForm();
    const payload = new FormData();
    payload.set('email', 'mia@real.example');
    payload.set('_time', await list.time());
    payload.set('resume', new File([], '')); // a file input in which nothing was chosen
    const sent = new Response(payload);
    const body = Buffer.from(await sent.arrayBuffer());
    const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
    const answer = await list.post({}, { payload: body, headers, plain: true });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const without = await list.post({}, { payload: body, headers: { ...headers, accept: undefined } });
    expect(without.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(await emailsOn(list)).toEqual(['mia@real.example']);
    payload.set('resume', new File(['x'], 'x.pdf'));
    const withFile = new Response(payload);
    const refused = await list.post(
      {},
      {
        payload: Buffer.from(await withFile.arrayBuffer()),
        headers: { 'content-type': withFile.headers.get('content-type') ?? '' },
      },
    );
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      400,
      'resume: must be a text, not a file',
    ]);
  });

  test('judges the referral by what the visitor itself shows', async () => {
    const list = await makeForm();
    await list.post({ email: 'friend@friend.example' });
    const code = (await list.page()).data[0]?.referral_code ?? '';
    await list.post({ email: 'bot@real.example', ref: code }, { headers: { 'user-agent': 'curl/8.5.0' } });
    await list.post({ email: 'x@mailinator.com', ref: code });
    const found = await service.call('GET', `${list.url}/reviews`, account.key);
    const reasons = found
      .json()
      .data.map(({ email, reasons }: { email: string; reasons: { code: string }[] }) => [
        email,
        reasons.map(({ code }) => code),
      ]);
    expect(reasons).toEqual([
      ['x@mailinator.com', ['disposable_domain']],
      ['bot@real.example', ['scripted']],
    ]);
  });

  test('is unknown while it is off, under another id and by another method', async () => {
    const list = await makeForm();
    const status = async (options: object) =>
      (await list.post({ email: 'a@real.example' }, options)).statusCode;
    expect(await status({ url: `/f/f_${'A'.repeat(22)}` })).toBe(404);
    expect(await status({ url: `/f/${list.id}` })).toBe(404);
    expect(await status({ url: `${list.form.path}/other` })).toBe(404);
    expect(await status({ method: 'PUT' })).toBe(404);
    await list.set({ form: { enabled: false } });
    const off = await list.post({ email: 'a@real.example' });
    expect([off.statusCode, off.json().error.code]).toEqual([404, 'not_found']);
    const page = await list.post({ email: 'a@real.example' }, { plain: true });
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain('This form does not exist.');
    await list.set({ form: { enabled: true } });
    expect(await status({})).toBe(200);
  });

  test('refuses bad input with the envelope, or with a page for a plain form', async () => {
    const list = await makeForm();
    for (const email of ['', 'nobody', 'a@b', undefined]) {
      const answer = await list.post({ email });
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid_request']);
      expect(answer.json().error.message).toBe('Please enter an email address, such as you@example.com.');
    }
    const page = await list.post({ email: 'no<b>body' }, { plain: true });
    expect(page.statusCode).toBe(400);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('Please enter an email address, such as you@example.com.');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const raw = async (payload: string, type = 'application/x-www-form-urlencoded') =>
      (await list.post({}, { payload, headers: { 'content-type': type } })).statusCode;
    expect(await raw('email=a%00@real.example')).toBe(400);
    expect(await raw(Buffer.from([0xff, 0xfe]).toString('latin1'))).toBe(400);
    expect(await raw('x&'.repeat(1_000))).toBe(400);
    expect(await raw(`email=${'a'.repeat(300_000)}`)).toBe(413);
    expect(await raw('email=a@real.example', 'text/plain')).toBe(415);
    const multipart = 'multipart/form-data; boundary=x';
    const part = '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\na@real.example\r\n';
    expect(await raw(`${part}--x--\r\n`, 'multipart/form-data')).toBe(400);
    expect(await raw(part, multipart)).toBe(400);
    expect(await raw(`${part.repeat(300)}--x--\r\n`, multipart)).toBe(400);
    expect(await raw(`${part.replace('real', '\0')}--x--\r\n`, multipart)).toBe(400);
    expect(await raw('{"email":', 'application/json')).toBe(400);
    expect(await raw('[]', 'application/json')).toBe(400);
    expect((await list.page()).total).toBe(0);
  });
});

describe('custom fields of a form (N6)', () => {
  async function listWithFields(form: object) {
    const list = await makeForm(form);
    for (const [key, label, type, required] of [
      ['company', 'Company', 'string', true],
      ['team_size', 'Team size', 'number', false],
      ['agreed', 'Agreed', 'boolean', false],
      ['secret_note', 'Note', 'string', false],
    ])
      await service.call('POST', `${list.url}/fields`, account.key, {
        payload: { key, type, required, label },
      });
    return list;
  }

  test('are taken if they are named, read from texts, and dropped otherwise', async () => {
    const list = await listWithFields({ fields: ['company', 'team_size', 'agreed'] });
    const values = { company: ' Acme ', team_size: '12', agreed: 'on', secret_note: 'x', other: 'y' };
    expect((await list.post({ email: 'ada@real.example', ...values })).statusCode).toBe(200);
    expect((await list.post({ email: 'bob@real.example', company: 'B', team_size: ' ' })).statusCode).toBe(
      200,
    );
    const { data } = await list.page();
    expect(data.map(({ fields }) => fields)).toEqual([
      { company: 'B' },
      { company: ' Acme ', team_size: 12, agreed: true },
    ]);
  });

  test('refuse what does not fit by its label, the same for a known address', async () => {
    const list = await listWithFields({ fields: ['company', 'team_size', 'agreed'] });
    await list.post({ email: 'known@real.example', company: 'Acme' });
    for (const [values, message] of [
      [{}, 'Please fill in “Company”.'],
      [{ company: ' ' }, 'Please fill in “Company”.'],
      [{ company: 'x'.repeat(1_001) }, 'Please enter at most 1000 characters for “Company”.'],
      [{ company: 'A', team_size: 'many' }, 'Please enter a number for “Team size”.'],
      [{ company: 'A', team_size: '1e999' }, 'Please enter a number for “Team size”.'],
      [{ company: 'A', agreed: 'perhaps' }, 'Please answer “Agreed” with yes or no.'],
    ] as const) {
      const answers = await Promise.all(
        ['known@real.example', 'new@real.example'].map((email) => list.post({ email, ...values })),
      );
      const [known, fresh] = answers.map(({ statusCode, body }) => [statusCode, body]);
      expect(known).toEqual(fresh);
      expect(answers[0]?.json().error.message).toBe(message);
    }
    const unnamed = await listWithFields({ fields: [] });
    expect((await unnamed.post({ email: 'a@real.example', company: 'A' })).json().error.message).toBe(
      'Please fill in “Company”.',
    );
  });
});

describe('what keeps programs off a form (N6)', () => {
  test('a filled honeypot is answered as if it were stored', async () => {
    const list = await makeForm();
    const trapped = await list.post({ email: 'bot@real.example', 'your-website': 'https://spam.example' });
    const taken = await list.post({ email: 'ada@real.example', 'your-website': '' });
    const shown = ({
      statusCode,
      body,
      headers: { date: _, 'x-request-id': __, ...headers },
    }: typeof taken) => ({
      statusCode,
      body,
      headers,
    });
    expect(shown(trapped)).toEqual(shown(taken));
    expect(await emailsOn(list)).toEqual(['ada@real.example']);
  });

  test('a signed time that is missing, forged, of another form, too young or too old is not good', async () => {
    const list = await makeForm();
    const other = await makeForm();
    const good = await list.time();
    const forged = `${good.slice(0, -2)}${good.endsWith('AA') ? 'BB' : 'AA'}`;
    const times = [
      undefined,
      '',
      'x',
      forged,
      await other.time(),
      await list.time(25 * 3_600_000),
      await list.time(-60_000),
    ];
    for (const _time of times) {
      const answer = await list.post({ email: 'ada@real.example', _time });
      expect([answer.statusCode, answer.json().error.message]).toEqual([
        400,
        `_time: must be what GET ${list.form.path}/time has answered in the last 24 hours`,
      ]);
    }
    stopClock();
    const young = await list.post({ email: 'ada@real.example', _time: await list.time(0) });
    expect(young.json().error.message).toBe('That was too fast. Please send it again in a moment.');
    expect((await list.page()).total).toBe(0);
    const signed = await service.call('GET', `${list.form.path}/time`);
    expect(signed.headers['cache-control']).toBe('no-store');
    const { time } = signed.json();
    const now = await list.time(0);
    expect(time.slice(0, 6)).toBe(now.slice(0, 6));
    expect(
      (await list.post({ email: 'ada@real.example', _time: await list.time(23 * 3_600_000) })).statusCode,
    ).toBe(200);
  });

  test('a plain form without a signed time gets a page with one button, which posts the same again', async () => {
    const list = await makeForm({ fields: ['company'] });
    await service.call('POST', `${list.url}/fields`, account.key, {
      payload: { key: 'company', type: 'string', label: 'Company' },
    });
    stopClock();
    const values = { email: '"><script>@real.example', company: 'A & "B"', utm_source: 'ad', other: 'x' };
    const bad = await list.post({ ...values, _time: undefined }, { plain: true });
    expect(bad.statusCode).toBe(400);
    const page = await list.post({ ...values, email: 'ada@real.example', _time: undefined }, { plain: true });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Confirm that you are not a robot');
    expect(page.headers['referrer-policy']).toBe('same-origin');
    const inputs = Object.fromEntries(
      [...page.body.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    expect(inputs).toMatchObject({ email: 'ada@real.example', utm_source: 'ad' });
    expect(inputs).not.toHaveProperty('other');
    const again = { ...inputs, company: values.company };
    const headers = { origin: 'https://waitlist.test' };
    const soon = await list.post(again, { plain: true, headers });
    expect(soon.body).toContain(inputs._time); // pressed too soon, it may be pressed again
    expect((await list.page()).total).toBe(0);
    const later = await list.post({ ...again, _time: await list.time(2_100) }, { plain: true, headers });
    expect([later.statusCode, later.body]).toEqual([
      200,
      expect.stringContaining('Thank you. You are on the list.'),
    ]);
    expect((await list.page()).data).toMatchObject([
      { email: 'ada@real.example', fields: { company: values.company } },
    ]);
  });

  test('the captcha is checked on the server, and nothing is stored if it cannot be', async () => {
    turnstile.reset();
    const list = await makeForm({ captcha: { secret: turnstileSecret } });
    const post = (token: string | undefined) =>
      list.post({ email: 'ada@real.example', 'cf-turnstile-response': token });
    const failed = async (token: string | undefined) => {
      const { statusCode } = await post(token);
      expect((await list.page()).total).toBe(0);
      return statusCode;
    };
    expect(await failed(undefined)).toBe(400);
    expect(turnstile.requests).toHaveLength(0);
    expect(await failed('bad')).toBe(400);
    turnstile.next(
      { drop: true },
      { status: 500 },
      { status: 200, body: 'maintenance' },
      { status: 200, body: {} },
    );
    for (let index = 0; index < 4; index++) expect(await failed('good 1')).toBe(503);
    turnstile.next({ status: 200, body: { success: false, 'error-codes': ['internal-error'] } });
    expect(await failed('good 2')).toBe(503);
    turnstile.next({ status: 500, body: { success: true } });
    expect(await failed('good 3')).toBe(503);
    const page = await list.post(
      { email: 'ada@real.example', 'cf-turnstile-response': 'bad' },
      { plain: true },
    );
    expect([page.statusCode, page.body]).toEqual([
      400,
      expect.stringContaining('Please solve the check once more.'),
    ]);
    expect((await post('good 4')).statusCode).toBe(200);
    expect((await post('good 4')).statusCode).toBe(400); // a token counts once
    expect(JSON.parse(turnstile.requests.at(-1)?.body ?? '')).toMatchObject({
      secret: turnstileSecret,
      response: 'good 4',
      remoteip: expect.stringMatching(/^198\.18\./),
    });
    await list.set({ form: { captcha: { secret: 'another' } } });
    const misconfigured = await post('good 5');
    expect(misconfigured.statusCode).toBe(503);
    expect(misconfigured.body).not.toContain('another');
  });
});

describe('where a form is posted from (N6)', () => {
  test('is a listed origin, by Origin or Referer; any other is refused and stores nothing', async () => {
    const list = await makeForm({ origins: [siteOrigin, 'http://localhost:8080'] });
    let count = 0;
    const status = async (headers: Record<string, string | undefined>) => {
      count += 1;
      const answer = await list.post({ email: `a${count}@real.example` }, { headers });
      return [answer.statusCode, answer.headers['access-control-allow-origin']];
    };
    expect(await status({})).toEqual([200, siteOrigin]);
    expect(await status({ origin: 'http://localhost:8080' })).toEqual([200, 'http://localhost:8080']);
    expect(await status({ origin: undefined, referer: `${siteOrigin}/page?x` })).toEqual([200, siteOrigin]);
    const { total } = await list.page();
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'https://evil.example', referer: `${siteOrigin}/` },
      { origin: `${siteOrigin}.evil.example` },
      { origin: 'http://site.example' },
      { origin: 'null' },
      { origin: 'null', referer: 'about:client' },
      { origin: undefined },
      { origin: undefined, referer: 'https://evil.example/' },
      { origin: undefined, referer: 'nonsense' },
    ])
      expect(await status(headers)).toEqual([403, undefined]);
    expect((await list.page()).total).toBe(total);
    expect(total).toBe(3);
    const page = await list.post(
      { email: 'b@real.example' },
      { plain: true, headers: { origin: 'https://evil.example' } },
    );
    expect([page.statusCode, page.body]).toEqual([403, expect.stringContaining('This page is not one')]);
  });

  test('may ask first whether it may post JSON', async () => {
    const list = await makeForm();
    const preflight = (origin: string) =>
      service.app.inject({
        method: 'OPTIONS',
        url: list.form.path,
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      });
    const allowed = await preflight(siteOrigin);
    expect(allowed.statusCode).toBe(204);
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': siteOrigin,
      'access-control-allow-methods': 'POST',
      vary: 'Origin',
    });
    const foreign = await preflight('https://evil.example');
    expect(foreign.statusCode).toBe(403);
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('what a form answers (N6)', () => {
  test('is 303 to the page of the settings for a plain form, and JSON for the script', async () => {
    const list = await makeForm({ redirect_url: 'https://site.example/thanks?a=1' });
    const moved = await list.post({ email: 'ada@real.example' }, { plain: true });
    expect([moved.statusCode, moved.headers.location]).toEqual([303, 'https://site.example/thanks?a=1']);
    expect((await list.post({ email: 'ada@real.example' })).json()).toEqual(taken);
    const ask = await list.post({ email: 'ada@real.example', _time: '' }, { plain: true });
    expect(ask.headers['content-security-policy']).toContain("form-action 'self' https://site.example;");
  });

  test('is the same for new and known addresses, confirmed or not, in body and headers', async () => {
    for (const confirmation of [{ enabled: false }, { enabled: true }]) {
      const list = await makeForm();
      await list.set({ confirmation });
      await list.post({ email: 'known@real.example' });
      for (const plain of [false, true]) {
        const answers = await Promise.all(
          ['known@real.example', 'KNOWN@real.example', `new${plain}@real.example`].map((email) =>
            list.post({ email }, { plain }),
          ),
        );
        const shown = answers.map(({ statusCode, body, headers }) => {
          const { date: _, 'x-request-id': __, ...others } = headers;
          return { statusCode, body, headers: others };
        });
        expect(shown[0]?.statusCode).toBe(200);
        expect(shown[1]).toEqual(shown[0]);
        expect(shown[2]).toEqual(shown[0]);
      }
    }
  });

  test('is the same on a full plan, and tells nothing of it', async () => {
    const poor = await service.account({ plan: 'free' });
    const list = await makeFormList(service, poor);
    await list.post({ email: 'known@real.example' });
    await service.sql`UPDATE waitlist_counters SET live_count = 550 WHERE waitlist_id = ${list.id}`;
    const answers = await Promise.all(
      ['known@real.example', 'new@real.example'].map((email) => list.post({ email })),
    );
    await service.sql`UPDATE waitlist_counters SET live_count = 1 WHERE waitlist_id = ${list.id}`;
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([402, 402]);
    expect(answers[0]?.body).toBe(answers[1]?.body);
    expect(answers[0]?.json().error).toEqual({
      code: 'quota_exceeded',
      message: 'This waitlist takes no signups at the moment.',
    });
  });

  test('is the same on a list without positions', async () => {
    const list = await makeForm();
    await list.post({ email: 'known@real.example' });
    await service.sql`UPDATE waitlist_counters SET last_position = 2000000000 WHERE waitlist_id = ${list.id}`;
    const answers = await Promise.all(
      ['known@real.example', 'new@real.example'].map((email) => list.post({ email })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([402, 402]);
    expect(answers[0]?.body).toBe(answers[1]?.body);
  });
});

describe('the mail to a person who uses a form again (N6)', () => {
  /** Makes the signups of a list older than what a browser may post again. */
  const age = ({ id }: { readonly id: string }) =>
    service.sql`UPDATE signups SET created_at = created_at - interval '11 minutes' WHERE waitlist_id = ${id}`;

  test('has the status link, and is sent once in 24 hours', async () => {
    const list = await makeForm();
    await list.set({ links: { status_page: true } });
    const email = 'again@real.example';
    await list.post({ email });
    await worker.sendAll();
    expect(await subjectsTo(email)).toEqual([expect.stringContaining('#1')]);
    await list.post({ email });
    await worker.sendAll();
    expect(await sink.mailsTo(email)).toHaveLength(1); // it is new: a browser may post again what has arrived
    await age(list);
    await Promise.all([
      list.post({ email }),
      list.post({ email: email.toUpperCase() }),
      list.post({ email }),
    ]);
    await worker.sendAll();
    await list.post({ email });
    await worker.sendAll();
    const mails = await sink.mailsTo(email);
    expect(mails).toHaveLength(2);
    expect(mails[1]?.subject).toMatch(/^Your place on the Form/);
    expect(mails[1]?.html).toMatch(/href="https:\/\/waitlist\.test\/s\/[\w-]{68}"/);
    expect(mails[1]?.headers.find(({ key }) => key === 'list-unsubscribe')).toBeDefined();
    const [signup] = (await list.page()).data;
    expect(signup).toMatchObject({ email_status: 'sent', position: 1 });
    await service.sql`UPDATE signups SET status_mailed_at = status_mailed_at - interval '24 hours' WHERE waitlist_id = ${list.id}`;
    await list.post({ email });
    await worker.sendAll();
    expect(await sink.mailsTo(email)).toHaveLength(3);
  });

  test('has the position where there is no status page, and follows a template of the list', async () => {
    const list = await makeForm();
    await list.post({ email: 'place@real.example' });
    await age(list);
    await list.post({ email: 'place@real.example' });
    await worker.sendAll();
    expect((await sink.mailsTo('place@real.example')).at(-1)?.html).toContain('#1</p>');
  });

  test('is not sent to an address that is unconfirmed: it gets the link to confirm again, by its own limit', async () => {
    const list = await makeForm();
    await list.set({ confirmation: { enabled: true } });
    const email = 'unproven@real.example';
    await list.post({ email });
    await service.sql`UPDATE signups SET confirm_sent_at = confirm_sent_at - interval '61 minutes' WHERE email = ${email}`;
    await list.post({ email });
    await list.post({ email });
    await worker.sendAll();
    const [signup] = await service.sql`SELECT account_id, id FROM signups WHERE email = ${email}`;
    await mailStatusLink(service.ctx, { accountId: signup?.account_id, id: signup?.id });
    await worker.sendAll();
    expect(await subjectsTo(email)).toEqual(Array(2).fill(expect.stringMatching(/^Confirm your place/)));
  });

  test('is not sent to somebody who has unsubscribed, nor to a signup whose mail waits for a decision', async () => {
    const list = await makeForm();
    await list.set({ abuse: { hold_email: true } });
    await list.post({ email: 'left@friend.example' });
    const code = (await list.page()).data[0]?.referral_code ?? '';
    await list.post({ email: 'held@mailinator.com', ref: code });
    await list.post({ email: 'held@mailinator.com', ref: code });
    await service.call('POST', '/v1/suppressions', account.key, {
      payload: { email: 'left@friend.example' },
    });
    await list.post({ email: 'left@friend.example' });
    await worker.sendAll();
    expect(await subjectsTo('held@mailinator.com')).toEqual([]);
    expect(await subjectsTo('left@friend.example')).toEqual([]);
  });
});

describe('the limits of a form (N6)', () => {
  test('are 5 posts a minute from one address to all forms, with a budget of their own', async () => {
    const list = await makeForm();
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const budget = async () =>
      Number((await service.call('GET', '/v1/account', account.key)).headers['ratelimit-remaining']);
    const before = await budget();
    const statuses: number[] = [];
    for (let index = 0; index < 7; index++) {
      const answer = await list.post({ email: `l${index}@real.example` }, { headers });
      statuses.push(answer.statusCode);
      if (answer.statusCode === 429) {
        expect(answer.json().error.code).toBe('rate_limited');
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
        expect(answer.headers['access-control-allow-origin']).toBe(siteOrigin);
      }
    }
    // The minute may end meanwhile.
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(5);
    expect(statuses.slice(0, 5)).toEqual(Array(5).fill(200));
    expect((await list.post({ email: 'p@real.example' })).statusCode).toBe(200);
    const after = await budget();
    if (after < before) expect(before - after).toBe(1);
    const api = await service.call('POST', `${list.url}/signups`, account.key, {
      payload: { email: 'api@real.example' },
      headers,
    });
    expect(api.statusCode).toBe(201);
  });

  test('hold for forms that do not exist and for preflights, before anything is looked up', async () => {
    const answers = async (method: 'POST' | 'OPTIONS', address: string) => {
      const statuses: number[] = [];
      for (let index = 0; index < 11; index++) {
        const url = `/f/f_${`${index}`.padStart(22, 'x')}`;
        const headers = { origin: siteOrigin, 'x-forwarded-for': address };
        statuses.push((await service.app.inject({ method, url, headers })).statusCode);
      }
      return statuses;
    };
    for (const [method, address] of [
      ['POST', '203.0.113.11'],
      ['OPTIONS', '203.0.113.12'],
    ] as const) {
      const statuses = await answers(method, address);
      expect(statuses.slice(0, 5)).toEqual(Array(5).fill(404));
      expect(statuses).toContain(429); // the minute may end meanwhile
    }
  });

  test('count the page with the button by itself', async () => {
    const list = await makeForm();
    const headers = { 'x-forwarded-for': '203.0.113.10' };
    const ask = () => list.post({ email: 'a@real.example', _time: '' }, { plain: true, headers });
    const asked: number[] = [];
    for (let index = 0; index < 11; index++) asked.push((await ask()).statusCode);
    expect(asked.slice(0, 5)).toEqual(Array(5).fill(200));
    expect(asked).toContain(429);
    expect((await list.post({ email: 'a@real.example' }, { plain: true, headers })).statusCode).toBe(200);
  });
});

describe('GET /f/{form_id}/script.js (N6)', () => {
  test('is small, cacheable and the same for all', async () => {
    const list = await makeForm();
    const answer = await service.call('GET', `${list.form.path}/script.js`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    });
    expect(Buffer.byteLength(answer.body)).toBeLessThan(2_000);
    expect(answer.body).not.toMatch(/eval|innerHTML|Function\(/);
    expect((await service.call('GET', '/f/nothing/script.js')).statusCode).toBe(404);
    expect((await service.call('GET', '/f/nothing/time')).statusCode).toBe(404);
  });
});
