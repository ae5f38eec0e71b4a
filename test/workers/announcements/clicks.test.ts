import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linksOf } from '../../../src/shared/capabilities/announcements/members/links.ts';
import { makeLinkToken } from '../../../src/shared/list/links/link-token.ts';
import { hashOfLink, toWrittenLink } from '../../../src/shared/mail/mail-events/clicked-link.ts';
import { makeAnnouncingList } from '../../support/announcements/announcing.ts';
import { signedIn, wordsOf } from '../../support/dashboard.ts';
import {
  type FakeResend,
  managedOver,
  managedSecret,
  signResendEvent,
  startFakeResend,
} from '../../support/fakes/resend.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { cpuMsOf } from '../../support/values/cpu-time.ts';

let resend: FakeResend;
let worker: TestWorker;
let account: TestAccount;
const env: NodeJS.ProcessEnv = { BASE_URL: 'https://waitlist.test' };
const service = useService(env, async () => {
  resend = await startFakeResend();
  Object.assign(env, managedOver(resend));
});
beforeAll(async () => {
  worker = openTestWorker(service);
  account = await service.account({ plan: 'launch' });
});
afterAll(async () => {
  await worker.close();
  await resend.close();
});

const news = 'https://orbit.test/news?a=1&b=2';
const html = `<p><a class="x" href="https://orbit.test/news?a=1&amp;b=2">News</a> <a href='{{ links.status }}'>You</a>
  <a href="{{links.referral}}">Invite</a> <a href="https://orbit.test/for/{{position}}">Yours</a> <a href="${news.replace('&', '&amp;')}">Again</a></p>`;

/** The mail that an address got, as the provider has it. */
function mailTo(email: string) {
  const found = [...resend.mails].find(
    ([, mail]) => JSON.stringify(mail.to).includes(email) && mail.subject === 'News',
  );
  if (!found) throw new Error(`no mail to ${email}`);
  const [id, mail] = found;
  const links = [...String(mail.html).matchAll(/href=["']([^"']+)/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&'),
  );
  const find = (part: string) => links.find((link) => link.includes(part)) ?? `no link with ${part}`;
  return { id, find };
}

/** Posts the click as Resend does, signed, and applies it. */
async function click(emailId: string, link: unknown) {
  const body = JSON.stringify({
    type: 'email.clicked',
    created_at: new Date().toISOString(),
    data: { email_id: emailId, click: { link } },
  });
  const headers = signResendEvent(managedSecret, `msg_${randomUUID()}`, Math.floor(Date.now() / 1_000), body);
  const answer = await service.call('POST', '/v1/webhooks/email_provider', undefined, {
    payload: body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  expect(answer.statusCode).toBe(200);
  await worker.applyEvents();
}

test('clicks count by link, once for a person, and the pages of a person as one link (§4.8)', async () => {
  const list = await makeAnnouncingList(service, account, worker);
  const links = { links: { status_page: true, site_url: 'https://orbit.test/join' } };
  await list.call('PATCH', `/waitlists/${list.id}/settings`, links);
  const [ada, bob] = [
    await list.add({ email: 'ada@clicks.test' }),
    await list.add({ email: 'bob@clicks.test' }),
  ];
  await worker.sendAll();
  const id = await list.launch({ subject: 'News', html });
  const names = [news, '{{links.status}}', '{{links.referral}}', '{{links.unsubscribe}}'];
  expect((await list.work(id)).links).toEqual(names.map((link) => ({ link, clicked: 0 })));

  const [toAda, toBob] = [mailTo('ada@clicks.test'), mailTo('bob@clicks.test')];
  await click(toAda.id, toAda.find('/news'));
  await click(toAda.id, toAda.find('/news'));
  await click(toAda.id, toAda.find('/s/'));
  await click(toBob.id, toBob.find('/s/'));
  await click(toBob.id, toBob.find('/u/'));
  await click(toBob.id, toBob.find('ref='));
  const before = await list.read(id);
  expect(before.links.map(({ clicked }: { clicked: number }) => clicked)).toEqual([1, 2, 1, 1]);
  expect(before.clicked).toBe(2);

  // What is not in the mail, differs for each person or cannot be read is a click without a link.
  for (const link of [
    toAda.find('/for/'),
    'https://elsewhere.test/',
    'javascript:alert(1)',
    7,
    'x'.repeat(9_000),
  ])
    await click(toAda.id, link);
  expect(await list.read(id)).toEqual(before);

  const kept = await service.sql`SELECT e::text AS row FROM email_events e`;
  for (const { row } of kept) expect(row).not.toMatch(/orbit|waitlist\.test|elsewhere/);

  const visitor = await signedIn(service, account);
  const path = `/dashboard/waitlists/${list.id}/write/${id}`;
  const page = await visitor.open(path);
  expect(wordsOf(page)).toContain('Clicked links Status page 2 orbit.test/news?a=1&b=2 1');
  const who = await visitor.open(`${path}/members?link=${hashOfLink(news)}`);
  expect(wordsOf(who)).toContain('ada@clicks.test');
  expect(wordsOf(who)).not.toContain('bob@clicks.test');
  expect((await visitor.open(`${path}/members?link=none`)).statusCode).toBe(200);

  // Of a text from which a person was erased since, the other links stay what they were.
  await service.sql`UPDATE announcements SET html = replace(html, 'href="https://orbit.test/news', 'href="(erased)') WHERE id = ${id}`;
  expect((await list.read(id)).links).toEqual([
    { link: '{{links.status}}', clicked: 2 },
    { link: '{{links.referral}}', clicked: 1 },
    { link: '{{links.unsubscribe}}', clicked: 1 },
  ]);
  await service.sql`UPDATE announcements SET html = ${html} WHERE id = ${id}`;

  const person = await list.call('POST', '/people/export', { email: 'ada@clicks.test' });
  expect(person.body.announcements).toMatchObject([{ clicked_links: [news, '{{links.status}}'] }]);
  await list.remove(ada.id);
  await list.remove(bob.id);
  expect((await list.read(id)).links.map(({ clicked }: { clicked: number }) => clicked)).toEqual([
    0, 0, 0, 0,
  ]);
});

test('a link is the same however it is quoted and escaped, and none is taken for one of another person', () => {
  const target = fc.record({
    accountId: fc.uuid(),
    id: fc.uuid(),
    epoch: fc.nat(65_535),
    generation: fc.nat(3),
  });
  const kinds = { u: 'unsubscribe', s: 'status', c: 'confirm' } as const;
  fc.assert(
    fc.property(target, fc.constantFrom('u', 's', 'c'), (of, page) => {
      const token = makeLinkToken(Buffer.alloc(32, 7), kinds[page], of);
      expect(toWrittenLink(`https://waitlist.test/${page}/${token}`)).toBe(`{{links.${kinds[page]}}}`);
    }),
  );
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), fc.constantFrom('"', "'"), (url, quote) => {
      fc.pre(!url.includes(quote));
      const written = linksOf(`<a title=x href=${quote}${url.replaceAll('&', '&amp;')}${quote}>x</a>`);
      expect(written[0]).toBe(toWrittenLink(url));
    }),
  );
  expect(linksOf('<a href="mailto:a@example.com">a</a><link href="https://x.test/a.css">')).toEqual([
    '{{links.unsubscribe}}',
  ]);
  expect(
    linksOf(Array.from({ length: 200 }, (_, n) => `<a href="https://x.test/${n}">x</a>`).join('')),
  ).toHaveLength(100);
});

test.each(['<a ', '<a href', '<a href="', '<a x', '<a href=  '])(
  'a text of nothing but %j is read in time with its length',
  async (tag) => {
    const cpuOf = (length: number) =>
      cpuMsOf(async () => {
        for (let run = 0; run < 160_000 / length; run++) linksOf(tag.repeat(length / tag.length));
      });
    let ratio = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 3 && ratio > 4; run++) ratio = (await cpuOf(160_000)) / (await cpuOf(10_000));
    expect(ratio).toBeLessThan(4);
  },
);
