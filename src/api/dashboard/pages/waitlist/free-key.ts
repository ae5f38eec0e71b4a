import { builtInVariables, type FieldDefinition } from '../../../../shared/list/fields/schema.ts';

const longestKey = 64;

/** A key for a new custom field that reads like its name, and is none of those of the other fields. */
export function freeKey(name: string, fields: readonly Pick<FieldDefinition, 'key'>[]): string {
  const taken = new Set<string>([...fields.map(({ key }) => key), ...builtInVariables]);
  const words = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  const plain = words.replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  const key = (/^[a-z]/.test(plain) ? plain : `field_${plain}`).slice(0, longestKey).replace(/_+$/, '');
  for (let number = 2, candidate = key; ; number += 1) {
    if (!taken.has(candidate)) return candidate;
    const end = `_${number}`;
    candidate = `${key.slice(0, longestKey - end.length)}${end}`;
  }
}
