import { trimmedText } from './bounded-schema.ts';
import { hasControlCharacters } from './text.ts';

/** A name or label on one line: trimmed, then measured (C1.9b, C1.11). */
export const oneLine = (max: number) =>
  trimmedText(max)
    .min(1)
    .refine((text) => !hasControlCharacters(text), 'must not hold line breaks or other control characters');
