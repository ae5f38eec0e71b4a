import { z } from 'zod';
import { isStorable, trimmedText } from '../../platform/schema/text.ts';

const texts = {
  postal_address:
    'The postal address of the sender, which stands below every announcement: the law asks for it in many countries. Up to 6 lines. Null: no announcement can be launched.',
};

export const mailText = 'What mails of this waitlist say of their sender.';

/** The group `mail` of a waitlist's settings, whole. */
export const MailSettings = z.object({
  postal_address: z.string().nullable().default(null).describe(texts.postal_address),
});
export type MailSettings = z.infer<typeof MailSettings>;

const mostLines = 6;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/;

/** Lines are trimmed, and empty ones dropped. */
const PostalAddress = trimmedText(500)
  .min(1)
  .refine(isStorable, 'must not hold U+0000 or half of a surrogate pair')
  .transform((text) =>
    text
      .split(/\r\n|\r|\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join('\n'),
  )
  .refine((text) => !controls.test(text), 'must not hold control characters')
  .refine((text) => text.split('\n').length <= mostLines, `must have at most ${mostLines} lines`);

/** The same in a JSON merge patch. */
export const MailPatch = z
  .strictObject({ postal_address: PostalAddress.nullable().describe(texts.postal_address) })
  .partial();
