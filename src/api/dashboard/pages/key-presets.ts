import { type Scope, scopes } from '../../../shared/account/scopes.ts';

/** Scopes that go together for one use of a key, in plain words (N1). */
interface KeyPreset {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly scopes: readonly Scope[];
}

export const keyPresets: readonly KeyPreset[] = [
  {
    id: 'landing',
    label: 'Landing page: add signups',
    hint: 'Cannot read or delete anything.',
    scopes: ['signups:write'],
  },
  {
    id: 'server',
    label: 'Your server: add and look up signups',
    hint: 'Reads waitlists and signups too, with their links.',
    scopes: ['signups:write', 'signups:read', 'waitlists:read', 'settings:read'],
  },
  {
    id: 'reports',
    label: 'Reports: read everything',
    hint: 'Changes nothing.',
    scopes: scopes.filter((scope) => scope.endsWith(':read')),
  },
  { id: 'all', label: 'Everything', hint: 'Also deletes.', scopes },
];

/** The scopes of a preset; undefined for any other text. */
export function presetScopes(id: unknown): readonly Scope[] | undefined {
  return keyPresets.find((preset) => preset.id === id)?.scopes;
}
