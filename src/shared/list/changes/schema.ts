import { z } from 'zod';
import { AnyObject } from '../../platform/schema/bounded.ts';
import { named, Timestamp } from '../../platform/schema/described.ts';
import { Email } from '../../platform/schema/email-address.ts';
import { boundedText } from '../../platform/schema/text.ts';

/** A note is as long as this at most. */
export const longestNote = 2_000;

/** The body of PATCH …/signups/{signupId} (N9). Metadata is stamped at creation and cannot change (§2.5). */
export const SignupPatch = named(
  'SignupChange',
  z
    .object({
      fields: AnyObject.optional().describe(
        'Values of custom fields by their keys, of the types that are declared. Keys that are left out stay as they are, and null removes a value, unless the field is required. Undeclared keys are dropped.',
      ),
      note: boundedText(longestNote)
        .transform((text) => (text.trim() === '' ? null : text.trim()))
        .nullable()
        .optional()
        .describe(
          `A note for your team, of at most ${longestNote.toLocaleString('en')} characters. Null or blank removes it. The person sees it only in an export of all that is kept about them.`,
        ),
      email: Email.optional().describe(
        'The right address of the person, by the rules of a new signup. If it is another one, all that is known of mails to the earlier one is forgotten, and the links in them end.',
      ),
      notify: z
        .boolean()
        .optional()
        .describe(
          'Whether the new address is mailed at once, as that of a new signup, and gets an open invitation again. Only with `email`; true if left out.',
        ),
      metadata: z.never('cannot be changed').optional(),
    })
    .refine(
      ({ email, fields, note }) => (email ?? fields ?? note) !== undefined,
      'must have email, fields or note',
    )
    .meta({ minProperties: 1 }),
);
export type SignupPatch = z.infer<typeof SignupPatch>;

/** What the team wrote about a signup. */
export const SignupNote = named(
  'SignupNote',
  z.object({
    text: z.string().describe('The note.'),
    by: z.string().nullable().describe('Who wrote it: the address of a user, or the name of a key.'),
    written_at: Timestamp.describe('When it was written.'),
  }),
);
export type SignupNote = z.infer<typeof SignupNote>;
