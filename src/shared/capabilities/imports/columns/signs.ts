import { pauseIfDue } from '../../../platform/process/slices.ts';
import type { ImportRecord } from '../queries.ts';
import type { Sign, Signs } from '../rows/findings.ts';
import type { RawRow } from '../rows/row-queries.ts';
import { toForm } from './header-form.ts';
import { isLeftOut } from './presets.ts';
import {
  flagOf,
  isNothing,
  looksLikeTime,
  meaningOfName,
  meaningOfWord,
  type Subscription,
  stateForm,
} from './subscription.ts';

const mostWords = 6;
const blank: Sign = { words: [], isFound: false, hasYes: false, hasBlank: false };

/** Words that tell it wherever they stand. */
const telling = new Set(
  `unsubscribed unsub opted_out opt_out blocklisted blacklisted bounced hard_bounced hard_bounce complained marked_as_spam spam_complaint
   unactivated email_disabled do_not_email abgemeldet desabonne desinscrit desuscrito descadastrado dado_de_baja`.split(
    /\s+/,
  ),
);

/** A column that may tell it, and what its name says. */
interface Watched {
  readonly index: number;
  readonly ofName: Subscription | undefined;
  readonly hasStates: boolean;
  readonly isOfMails: boolean;
}

/** The columns that are not read as telling it, unless the owner has said what they become. */
function watchedColumns({
  preset,
  columns,
  mapping,
  decided,
}: Pick<ImportRecord, 'preset' | 'columns' | 'mapping' | 'decided'>): Watched[] {
  return columns.flatMap((name, index) => {
    const target = Object.hasOwn(mapping, name) ? mapping[name] : undefined;
    if (target !== undefined && !/^(fields|metadata)\./.test(target)) return [];
    if (decided.includes(index) || isLeftOut(preset, name)) return [];
    const form = `_${toForm(name)}_`;
    return [
      {
        index,
        ofName: meaningOfName(name),
        hasStates: /_(status|state|type|statut|estado|stato|zustand)_/.test(form),
        isOfMails: /mail|contact|update|news|kontakt|correo/.test(form),
      },
    ];
  });
}

/** Adds what rows tell to what was found before (N6). */
export async function findSigns(record: ImportRecord, rows: readonly RawRow[]): Promise<Signs> {
  const found = new Map(Object.entries(record.findings.signs ?? {}));
  for (const column of watchedColumns(record)) {
    let sign = found.get(String(column.index)) ?? blank;
    for (const { raw } of rows) {
      await pauseIfDue();
      sign = withCell(sign, raw[column.index] ?? '', column);
    }
    if (sign !== blank) found.set(String(column.index), sign);
  }
  return Object.fromEntries(found);
}

/** The columns that look as if they told who has left, by their indexes. */
export function listSigned(signs: Signs | undefined): { index: number; words: readonly string[] }[] {
  return Object.entries(signs ?? {}).flatMap(([index, { words, isFound, hasYes, hasBlank }]) =>
    isFound || (hasYes && hasBlank) ? [{ index: Number(index), words }] : [],
  );
}

/** What most cells have not: so they need no form. */
const mayTell =
  /^\W*(unsub|opt|bl[ao]ck|bounced|hard|complained|marked|spam|unactivated|email.dis|do.not|abgem|d[eé]s|dado)/i;

function withCell(sign: Sign, text: string, column: Watched): Sign {
  const isNamed = column.ofName !== undefined || column.hasStates || column.isOfMails;
  if (!isNamed && !mayTell.test(text)) return sign;
  const form = stateForm(text);
  if (form === undefined) return sign;
  if (isNothing(form))
    return column.ofName === 'subscribed' && !sign.hasBlank ? { ...sign, hasBlank: true } : sign;
  const isYes = column.ofName === 'subscribed' && flagOf(form) === true;
  const told = wordIn(text, form, column);
  if (told === undefined) return isYes && !sign.hasYes ? { ...sign, hasYes: true } : sign;
  if (sign.isFound && (told === '' || sign.words.includes(told) || sign.words.length >= mostWords))
    return sign;
  return { ...sign, isFound: true, words: told === '' ? sign.words : [...sign.words, told] };
}

/** The word that tells it; empty where only the name of the column does. */
function wordIn(text: string, form: string, { ofName, hasStates, isOfMails }: Watched): string | undefined {
  if (telling.has(form)) return form;
  const meaning = meaningOfWord(form);
  const flag = flagOf(form);
  const known = meaning !== undefined || flag !== undefined ? form : '';
  if (ofName === 'subscribed')
    return flag === true || meaning === 'subscribed' || looksLikeTime(text) ? undefined : known;
  if (ofName !== undefined) return flag === false || meaning === 'subscribed' ? undefined : known;
  if (hasStates && meaning !== undefined && meaning !== 'subscribed') return form;
  return isOfMails && flag === false ? form : undefined;
}
