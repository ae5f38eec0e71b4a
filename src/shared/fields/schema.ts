import { z } from 'zod';
import { oneLine } from '../text-schema.ts';

/** The variables that every signup email has (§2.6); no custom field may shadow one (§2.2). */
export const builtInVariables = [
  'email',
  'position',
  'total',
  'waitlist_name',
  'referral_code',
  'referral_bonus',
] as const;
const builtIn: ReadonlySet<string> = new Set(builtInVariables);

/** On every plan (§2.2). */
export const maxFieldsPerWaitlist = 20;

const maxPosition = 1_000_000;

/** A custom field (§2.2). */
export const FieldDefinition = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(['string', 'number', 'boolean']),
  required: z.boolean(),
  position: z.int().min(0),
});
export type FieldDefinition = z.infer<typeof FieldDefinition>;

export const FieldInput = z.object({
  key: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,63}$/, 'expected a lower-case letter, then at most 63 of a-z, 0-9 and _')
    .refine((key) => !builtIn.has(key), `must not be a built-in variable (${builtInVariables.join(', ')})`),
  label: oneLine(200),
  type: FieldDefinition.shape.type,
  required: z.boolean().default(false),
  position: z.int().min(0).max(maxPosition).optional(),
});
export type FieldInput = z.infer<typeof FieldInput>;

/** Naming the key or the type is refused rather than ignored: they cannot change (C1.7). */
export const FieldPatch = z.object({
  label: oneLine(200).optional(),
  required: z.boolean().optional(),
  position: z.int().min(0).max(maxPosition).optional(),
  key: z.never('cannot be changed').optional(),
  type: z.never('cannot be changed').optional(),
});
export type FieldPatch = z.infer<typeof FieldPatch>;
