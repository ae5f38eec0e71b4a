import { builtInVariables, type FieldDefinition } from '../../../../shared/list/fields/schema.ts';
import { asciiWord, wordsOf } from '../../../../shared/platform/schema/text.ts';

const longestKey = 64;

/** A key for a new custom field that reads like its name, and is none of those of the other fields. */
export function freeKey(name: string, fields: readonly Pick<FieldDefinition, 'key'>[]): string {
  const taken = new Set<string>([...fields.map(({ key }) => key), ...builtInVariables]);
  const plain = wordsOf(name, asciiWord).join('_');
  const key = (/^[a-z]/.test(plain) ? plain : `field_${plain}`).slice(0, longestKey).replace(/_+$/, '');
  for (let number = 2, candidate = key; ; number += 1) {
    if (!taken.has(candidate)) return candidate;
    const end = `_${number}`;
    candidate = `${key.slice(0, longestKey - end.length)}${end}`;
  }
}
