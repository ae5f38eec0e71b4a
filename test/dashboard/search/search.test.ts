import { describe, expect, test } from 'vitest';
import { signedIn, type Visitor, wordsOf } from '../../support/dashboard.ts';
import { makeList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';

describe('the search that goes anywhere (C11.3)', () => {
  const service = useService();

  /** What is found, by group: names with what they belong to. */
  const find = async (visitor: Visitor, q: string) => {
    const { body } = await visitor.open(`/dashboard/search?${new URLSearchParams({ q })}`);
    const groups = [...body.matchAll(/<section aria-label="([^"]*)"><h2>.*?<ul>(.*?)<\/ul>/gs)];
    return Object.fromEntries(
      groups.map(([, name = '', items = '']) => [
        name,
        [...items.matchAll(/href="([^"]*)".*?<span>(.*?)<\/span>(?:<small>(.*?)<\/small>)?/gs)].map(
          ([, href, text, of]) => ({ href, text, of }),
        ),
      ]),
    );
  };
  const names = (places: readonly { text: string | undefined; of: string | undefined }[] = []) =>
    places.map(({ text, of }) => (of === undefined ? text : `${text} · ${of}`));

  test('finds waitlists, their pages, people, other pages and actions by the beginnings of words', async () => {
    const list = await makeList(service, {}, { name: 'Orbit for iOS' });
    await list.add({ email: 'Ada@example.com' });
    await list.add({ email: 'adam@example.com' });
    await list.add({ email: 'not.ada@example.com' });
    const visitor = await signedIn(service, list.account);
    const path = `/dashboard/waitlists/${list.id}`;

    const start = await find(visitor, '');
    expect(names(start.Waitlists)).toEqual(['Orbit for iOS']);
    expect(names(start.Pages)).toContain('Integrations');
    expect(names(start.Actions)).toContain('Create a waitlist');
    expect(start.People).toBeUndefined();

    expect((await find(visitor, ' stat orb ')).Pages).toEqual([
      { href: `${path}/statistics`, text: 'Statistics', of: 'Orbit for iOS' },
    ]);
    expect(names((await find(visitor, 'webhook')).Pages)).toEqual(['Integrations']);
    const people = await find(visitor, 'ADA');
    expect(names(people.People)).toEqual([
      'Ada@example.com · Orbit for iOS',
      'adam@example.com · Orbit for iOS',
    ]);
    expect(people.People?.[0]?.href).toBe(`${path}/signups/${(await list.find('ada@example.com')).id}`);
    expect(people['Search further']?.map(({ href }) => href)).toEqual([`${path}?q=ADA`]);
    expect((await find(visitor, 'a')).People).toBeUndefined();
    expect(names((await find(visitor, 'adam@')).People)).toHaveLength(1);
  });

  test('shows nobody of another account, and only what a role may see', async () => {
    const [mine, other] = [await makeList(service, {}, { name: 'Mine' }), await makeList(service)];
    await other.add({ email: 'secret@example.com' });
    const visitor = await signedIn(service, mine.account, 'viewer');
    const found = await find(visitor, 'secret');
    expect(found.People).toBeUndefined();
    const all = await find(visitor, 'mine');
    expect(names(all.Pages)).toContain('Statistics · Mine');
    expect(names(all.Pages)).not.toContain('Import · Mine');
    expect(names((await find(visitor, '')).Pages)).not.toContain('Audit log');
  });

  test('takes whatever is typed', async () => {
    const list = await makeList(service);
    const visitor = await signedIn(service, list.account);
    for (const q of ['%', '<b>&"', '\ud800', 'x'.repeat(5_000), '日本', "o'hara", '_%\\']) {
      const answer = await visitor.open(`/dashboard/search?q=${encodeURIComponent(q.toWellFormed())}`);
      expect([q, answer.statusCode]).toEqual([q, 200]);
      expect(answer.body).not.toContain('<b>&');
    }
    expect((await visitor.open('/dashboard/search?q=a&q=b')).statusCode).toBe(200);
    expect(wordsOf(await visitor.open('/dashboard/search?q=zzzz'))).toContain('Nothing is called “zzzz”.');
  });
});
