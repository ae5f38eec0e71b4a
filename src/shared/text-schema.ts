import { z } from 'zod';
import { hasControlCharacters } from './text.ts';

/** A name or label on one line: trimmed, then measured (C1.9b, C1.11). */
export const oneLine = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !hasControlCharacters(text), 'must not hold line breaks or other control characters');
