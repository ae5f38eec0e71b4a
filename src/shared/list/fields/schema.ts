import { z } from 'zod';
import { named } from '../../platform/schema/described.ts';
import { oneLine } from '../../platform/schema/text.ts';

/** The variables of every signup email (§2.6). No custom field may have such a key (§2.2). */
export const builtInVariables = [
  'email',
  'position',
  'total',
  'waitlist_name',
  'referral_code',
  'referral_bonus',
] as const;
const builtIn: ReadonlySet<string> = new Set(builtInVariables);

/** The same on every plan (§2.2). */
export const maxFieldsPerWaitlist = 20;

/** The maximum of a Postgres integer. */
export const maxPosition = 2_147_483_647;

/** The pattern of a custom field's key (§2.2). */
export const fieldKeyForm = /^[a-z][a-z0-9_]{0,63}$/;

const Label = oneLine(200).describe(
  'The label for people. Trimmed; 1 to 200 characters without control characters such as line breaks.',
);
const Position = z.int().min(0).max(maxPosition);

/** A custom field (§2.2). */
export const FieldDefinition = named(
  'FieldDefinition',
  z.object({
    key: z
      .string()
      .describe('The name of the value in `fields` of a signup, and of the placeholder in the email.'),
    label: z.string().describe('The label for people.'),
    type: z.enum(['string', 'number', 'boolean']).describe('The type of the values. Cannot change.'),
    required: z.boolean().describe('Whether signups must supply it.'),
    position: z.int().min(0).describe('Fields are listed by it, then by age.'),
  }),
);
export type FieldDefinition = z.infer<typeof FieldDefinition>;

export const FieldInput = named(
  'NewField',
  z.object({
    key: z
      .string()
      .regex(fieldKeyForm, {
        error: 'must be a lower-case letter, then at most 63 of a-z, 0-9 and _',
        abort: true,
      })
      .refine((key) => !builtIn.has(key), `must not be a built-in variable (${builtInVariables.join(', ')})`)
      .meta({
        description:
          'Unique in the waitlist, cannot change, and must not be a built-in variable of the email.',
        not: { enum: builtInVariables },
      }),
    label: Label,
    type: FieldDefinition.shape.type,
    required: z.boolean().default(false).describe('Whether signups must supply it.'),
    position: Position.optional().describe(
      'Fields are listed by it, then by age. Default: one after the highest of the waitlist, 0 for the first.',
    ),
  }),
);
export type FieldInput = z.infer<typeof FieldInput>;

/** Rejects `key` and `type` instead of ignoring them, because they cannot change (C1.7). */
export const FieldPatch = named(
  'FieldChange',
  z.object({
    label: Label.optional(),
    required: FieldDefinition.shape.required.optional(),
    position: Position.optional().describe('Fields are listed by it, then by age.'),
    key: z.never('cannot be changed').optional(),
    type: z.never('cannot be changed').optional(),
  }),
);
export type FieldPatch = z.infer<typeof FieldPatch>;
