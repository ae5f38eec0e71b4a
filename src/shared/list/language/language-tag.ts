import { z } from 'zod';

const longest = 35;
export const languageTagText = 'must be a language tag such as de or pt-BR';

/** The canonical form of a language tag (BCP 47), such as `pt-BR` for `pt-br`; undefined for other text. */
export function toLanguageTag(text: string): string | undefined {
  if (text.length > longest) return undefined;
  try {
    const [tag = ''] = Intl.getCanonicalLocales(text);
    return tag.length <= longest ? tag : undefined;
  } catch {
    return undefined;
  }
}

/** A language tag, in its canonical form. */
export const LanguageTag = z
  .string()
  .max(longest, { error: languageTagText, abort: true })
  .transform((text, context) => {
    const tag = toLanguageTag(text.trim());
    if (tag === undefined) context.addIssue(languageTagText);
    return tag ?? z.NEVER;
  });

/** The same for an optional one: blank text becomes null (C1.9). */
export const OptionalLanguageTag = z
  .string()
  .max(longest, { error: languageTagText, abort: true })
  .transform((text) => (text.trim() === '' ? null : text))
  .pipe(LanguageTag.nullable());
