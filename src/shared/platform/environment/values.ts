import { z } from 'zod';

/** A whole number in this range. */
export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max));

/** 1 or 0, true or false. */
export const flag = z.stringbool({ truthy: ['1', 'true'], falsy: ['0', 'false'] });

/** A comma-separated list. */
export const list = (item: z.ZodString) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(item));
