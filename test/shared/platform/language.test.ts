import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import { type Locale, locales } from '../../../src/shared/platform/language/locales.ts';
import { matchLocale, visitorLocale } from '../../../src/shared/platform/language/match-locale.ts';
import { messages, sayIn } from '../../../src/shared/platform/language/say.ts';

type Element = ReturnType<typeof parse>[number];

/** The variables of a message with their types, and the plural forms that it has of each. */
function variablesOf(text: string) {
  const variables = new Map<string, number>();
  const plurals = new Map<string, string[]>();
  const read = (elements: readonly Element[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
      variables.set(element.value, element.type);
      if (element.type === TYPE.plural) plurals.set(element.value, Object.keys(element.options));
      if (element.type === TYPE.plural || element.type === TYPE.select)
        for (const { value } of Object.values(element.options)) read(value);
    }
  };
  read(parse(text, { ignoreTag: true }));
  return { variables: Object.fromEntries([...variables].sort()), plurals };
}

/** Each text of a language by its key. */
const textsOf = (locale: Locale) =>
  Object.entries(messages[locale]).flatMap(([section, texts]) =>
    Object.entries(texts).map(([name, text]): [string, string] => [`${section}.${name}`, text]),
  );

test.each(locales)(
  'every message in %s has the variables of the English one, and the plural forms of its language',
  (locale) => {
    const english = new Map(textsOf('en'));
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const wrong = textsOf(locale).filter(([key, text]) => {
      const { variables, plurals } = variablesOf(text);
      const wanted = variablesOf(english.get(key) ?? '').variables;
      const hasForms = [...plurals.values()].every((has) => forms.every((form) => has.includes(form)));
      return JSON.stringify(variables) !== JSON.stringify(wanted) || !hasForms || text.trim() === '';
    });
    expect(wrong).toEqual([]);
    expect([...english.keys()]).toEqual(textsOf(locale).map(([key]) => key));
  },
);

test('every message is said somewhere', async () => {
  const files = await readdir('src', { recursive: true });
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('language/messages/'));
  const said = new Set<string>();
  for (const file of sources)
    for (const [, key = ''] of (await readFile(join('src', file), 'utf8')).matchAll(/'(\w+\.\w+)'/g))
      said.add(key);
  expect(textsOf('en').filter(([key]) => !said.has(key))).toEqual([]);
});

test('numbers and plurals follow the language', () => {
  expect(sayIn('de')('status.onList', { total: 1 })).toBe('1 Person auf der Liste');
  expect(sayIn('de')('status.onList', { total: 2021 })).toBe('2.021 Personen auf der Liste');
  expect(sayIn('pl')('status.onList', { total: 3 })).toBe('3 osoby na liście');
  expect(sayIn('pl')('status.onList', { total: 5 })).toBe('5 osób na liście');
  expect(sayIn('en')('status.onList', { total: 2021 })).toBe('2,021 people on the list');
});

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.4, ja-JP', 'ja'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['es-MX', 'es'],
  ['ar, zh-Hans;q=0.9, nl-BE;q=0.1', 'nl'],
  ['fr;q=0, it;q=0.1', 'it'],
  ['not a tag, 😀, x'.repeat(1_000), 'en'],
])('a visitor who asks for %j reads %s', (header, locale) => {
  expect(visitorLocale(header)).toBe(locale);
});

test('a language that is near none of ours is none', () => {
  expect(matchLocale(['ar'])).toBeUndefined();
  expect(matchLocale([])).toBeUndefined();
  expect(matchLocale(['de-CH'])).toBe('de');
});
