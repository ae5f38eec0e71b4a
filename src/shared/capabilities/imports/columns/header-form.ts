import { wordsOf } from '../../../platform/schema/text.ts';

/**
 * A name in the form that is compared: `Opt-In Time` is `opt_in_time`, `Bestätigt?` is `bestatigt`. Letters
 * lose their accents.
 */
export const toForm = (text: string): string => wordsOf(text).join('_');
