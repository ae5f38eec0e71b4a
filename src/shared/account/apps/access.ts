import { type Role, type Scope, scopes, scopesOf } from '../scopes.ts';

/** How much an app may do, in the words of the page that asks. */
export const accessLevels = ['look', 'change', 'everything'] as const;
export type AccessLevel = (typeof accessLevels)[number];

/** What cannot be taken back, or reaches beyond the lists. */
const onlyWithEverything: ReadonlySet<Scope> = new Set([
  'account:write',
  'waitlists:delete',
  'signups:delete',
  'people:manage',
]);

const opens: Readonly<Record<AccessLevel, (scope: Scope) => boolean>> = {
  look: (scope) => scope.endsWith(':read'),
  change: (scope) => !onlyWithEverything.has(scope),
  everything: () => true,
};

/**
 * The scopes of a level, of those that the role has and the app asked for. An app that names none asks for
 * all.
 */
export function scopesOfAccess(level: AccessLevel, role: Role, asked: string): Scope[] {
  const named = new Set(asked.split(' '));
  const isAsked = scopes.some((scope) => named.has(scope)) ? (scope: Scope) => named.has(scope) : () => true;
  return scopesOf(role).filter((scope) => opens[level](scope) && isAsked(scope));
}

/** The level that granted scopes amount to. */
export function accessOf(granted: readonly Scope[]): AccessLevel {
  return accessLevels.find((level) => granted.every(opens[level])) ?? 'everything';
}
