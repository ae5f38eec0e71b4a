import { expect, test } from 'vitest';
import { signedIn, wordsOf } from '../../support/dashboard.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();

test('an email has versions by language, each with its own default, and can lose them again', async () => {
  const account = await service.account({ plan: 'launch' });
  const list = await service.waitlist(account);
  const visitor = await signedIn(service, account);
  const path = `/dashboard/waitlists/${list}/email`;
  const stored = () =>
    service.sql`SELECT locale, subject, html FROM mail_templates WHERE waitlist_id = ${list} ORDER BY locale`;

  const german = await visitor.open(`${path}?locale=de`);
  expect(german.body).toContain(
    'value="Sie haben Platz {{position}} auf der Warteliste von {{waitlist_name}}"',
  );
  expect((await visitor.open(`${path}/preview?editor=simple&locale=de`)).body).toContain(
    'Ihr Empfehlungscode',
  );

  const design = { editor: 'simple', color: '#18181b', show_position: 'on', button_target: 'url' };
  const saved = await visitor.send(path, {
    ...{ ...design, locale: 'de', subject: 'Hallo', headline: 'Hallo', text: 'Schön.' },
  });
  expect(saved.headers.location).toContain('locale=de');
  await visitor.send(path, { editor: 'html', subject: 'Hello', html: '<p>Hello</p>' });
  expect(await stored()).toEqual([
    { locale: '', subject: 'Hello', html: '<p>Hello</p>' },
    { locale: 'de', subject: 'Hallo', html: expect.stringContaining('<html lang="de">') },
  ]);
  expect((await stored())[1]?.html).toContain('>Ihr Platz</p>');
  expect((await stored())[1]?.html).toContain('>Abmelden</a>');

  expect(wordsOf(await visitor.open(path))).toContain('German ✓');
  expect((await visitor.open(path)).body).toContain('value="Hello"');
  expect((await visitor.open(`${path}?locale=DE`)).body).toContain('value="Hallo"');
  // What is no language tag is the version for all.
  expect((await visitor.open(`${path}?locale=%22%3E`)).body).toContain('value="Hello"');

  await visitor.send(`${path}/default`, { locale: 'de' });
  expect((await stored()).map(({ locale }) => locale)).toEqual(['']);
});
