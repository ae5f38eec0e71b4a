import { IntlMessageFormat } from 'intl-messageformat';
import type { Locale } from './locales.ts';
import { de } from './messages/de.ts';
import { en, type Messages } from './messages/en.ts';
import { es } from './messages/es.ts';
import { fr } from './messages/fr.ts';
import { it } from './messages/it.ts';
import { ja } from './messages/ja.ts';
import { nl } from './messages/nl.ts';
import { pl } from './messages/pl.ts';
import { ptBr } from './messages/pt-br.ts';

/** A text by its section and its name, such as `status.place`. */
export type MessageKey = {
  [Section in keyof Messages]: `${Section}.${keyof Messages[Section] & string}`;
}[keyof Messages];
/** What a message holds, by the names of its variables. */
type MessageValues = Readonly<Record<string, string | number>>;
/** Says texts in one language. */
export type Say = (key: MessageKey, values?: MessageValues) => string;

export const messages: Readonly<Record<Locale, Messages>> = {
  en,
  de,
  fr,
  es,
  'pt-BR': ptBr,
  it,
  nl,
  pl,
  ja,
};

const speakers = new Map<Locale, Say>();

/** What says texts in a language. Numbers and plurals follow it. */
export function sayIn(locale: Locale): Say {
  const known = speakers.get(locale) ?? speakerOf(locale);
  speakers.set(locale, known);
  return known;
}

function speakerOf(locale: Locale): Say {
  const parsed = new Map<MessageKey, IntlMessageFormat>();
  return (key, values) => {
    let message = parsed.get(key);
    if (message === undefined) {
      const [section, name] = key.split('.') as [keyof Messages, never];
      // Texts are no HTML: whoever shows them escapes them.
      message = new IntlMessageFormat(messages[locale][section][name], locale, undefined, {
        ignoreTag: true,
      });
      parsed.set(key, message);
    }
    return String(message.format(values));
  };
}
