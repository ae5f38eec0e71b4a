import type { IsPerson } from '../person-part.ts';
import { mentions } from './mentions.ts';

/** In place of a text. A filter without it would find people who do not meet the filter. */
const erasedText = '(erased)';

/**
 * The same value with each text in it replaced that names the person, however deep it lies in objects and
 * lists. The value itself where none does. Takes time with the length of the texts, and pauses where it is
 * due.
 */
export async function withoutPerson<Value>(value: Value, isPerson: IsPerson): Promise<Value> {
  if (typeof value === 'string') return (await mentions(value, isPerson)) ? (erasedText as Value) : value;
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, unknown][] = [];
  for (const [key, each] of Object.entries(value)) entries.push([key, await withoutPerson(each, isPerson)]);
  if (entries.every(([key, each]) => each === (value as Record<string, unknown>)[key])) return value;
  return (Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries)) as Value;
}
