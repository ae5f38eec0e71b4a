import type { Locale } from '../../../shared/platform/language/locales.ts';
import { type MessageKey, sayIn } from '../../../shared/platform/language/say.ts';
import type { CardContent, CardText } from './drawing/card-content.ts';
import { cleanText, graphemesOf, joiner } from './drawing/readable-text.ts';

/** What a card says. */
type CardTexts = Pick<CardContent, 'headlines' | 'texts' | 'action' | 'initial'>;

export interface CardFacts {
  readonly name: string;
  /** How many are on the list; null if that is not shown. */
  readonly total: number | null;
  /** The first name of whoever shared the link, if the owner shows it. */
  readonly inviter: string | null;
  readonly brand: { readonly headline: string | null; readonly text: string | null };
}

/** A card shows no number below this one: it would say that few have come. */
const fewestShown = 10;
const longestName = 70;
const longestText = 160;
/** A name in a script without spaces that is no longer than this stays on one line. */
const longestTogether = 10;

/** The texts of a card in a language. */
export function cardTexts({ name, total, inviter, brand }: CardFacts, locale: Locale): CardTexts {
  const say = sayIn(locale);
  const shownName = together(cleanText(name, longestName));
  /** A text with the name, and one for where the name cannot be drawn. */
  const pair = (named: MessageKey, unnamed: MessageKey, values: Record<string, string | number> = {}) => {
    const inviters = values.inviter === undefined ? [] : [String(values.inviter)];
    return [
      { text: say(named, { ...values, name: shownName }), names: [shownName, ...inviters] },
      { text: say(unnamed, values), names: inviters },
    ];
  };
  const plainly = (text: string): CardText => ({ text, names: [] });
  const shown = total !== null && total >= fewestShown ? { total } : null;
  const own = [brand.headline, brand.text]
    .map((text) => cleanText(firstLineOf(text ?? ''), longestText))
    .filter((text) => text !== '')
    .map(plainly);
  const ofAll = shown
    ? pair('card.join', 'card.joinList', shown)
    : total === null
      ? pair('card.open', 'card.openList')
      : pair('card.first', 'card.firstList');
  const ofInviter =
    inviter === null ? [] : pair('card.invited', 'card.invitedList', { inviter: together(inviter) });
  return {
    headlines: [...ofInviter, ...ofAll],
    texts: inviter === null || shown === null ? own : [plainly(say('card.onList', shown)), ...own],
    action: plainly(say('card.action')),
    initial: plainly(/[\p{L}\p{N}]/u.exec(shownName)?.[0]?.toLocaleUpperCase(locale) ?? ''),
  };
}

function firstLineOf(text: string): string {
  return text.trim().split(/[\r\n]/, 1)[0] ?? '';
}

function together(name: string): string {
  const characters = graphemesOf(name);
  const isUnspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u.test(name) && !name.includes(' ');
  return isUnspaced && characters.length <= longestTogether ? characters.join(joiner) : name;
}

const longestFirstName = 30;

/**
 * The first name that a person has given in a field, fit to be shown to others: one word of letters, such as
 * no address of a site is. Null if it is none.
 */
export function firstNameOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const [word = ''] = cleanText(value, longestFirstName + 50).split(' ');
  const isName = /^\p{L}[\p{L}\p{M}'’-]*$/u.test(word);
  return isName && graphemesOf(word).length <= longestFirstName ? word : null;
}
