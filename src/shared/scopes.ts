import { AppError } from './errors.ts';

/**
 * The scopes of API keys (§5).
 * They are chosen when a key is created; new scopes are never added to existing keys.
 */
export const scopes = [
  'account:read',
  'account:write',
  'waitlists:read',
  'waitlists:write',
  'waitlists:delete',
  'signups:read',
  'signups:write',
  'signups:delete',
  'signups:bulk',
  'settings:read',
  'settings:write',
  'people:manage',
  'events:read',
  'events:replay',
  'reviews:read',
  'reviews:write',
] as const;
export type Scope = (typeof scopes)[number];

/** The scope that each operation needs (§5), over REST and as a tool. */
export const scopeFor = {
  readAccount: 'account:read',
  listIntegrations: 'account:read',
  listDeliveries: 'account:read',
  setIntegration: 'account:write',
  updateIntegration: 'account:write',
  deleteIntegration: 'account:write',
  createWaitlist: 'waitlists:write',
  listWaitlists: 'waitlists:read',
  readWaitlist: 'waitlists:read',
  updateWaitlist: 'waitlists:write',
  deleteWaitlist: 'waitlists:delete',
  readStats: 'waitlists:read',
  listFields: 'waitlists:read',
  createField: 'waitlists:write',
  updateField: 'waitlists:write',
  deleteField: 'waitlists:write',
  createSignup: 'signups:write',
  confirmSignup: 'signups:write',
  addSignups: 'signups:bulk',
  listSignups: 'signups:read',
  exportSignups: 'signups:read',
  readSignup: 'signups:read',
  removeSignup: 'signups:delete',
  readSignupLinks: 'signups:read',
  readSettings: 'settings:read',
  updateSettings: 'settings:write',
  revokeLinks: 'settings:write',
  listSuppressions: 'people:manage',
  exportSuppressions: 'people:manage',
  addSuppression: 'people:manage',
  removeSuppression: 'people:manage',
  exportPerson: 'people:manage',
  erasePerson: 'people:manage',
  listEvents: 'events:read',
  redeliverEvent: 'events:replay',
  replayEvents: 'events:replay',
  listReviews: 'reviews:read',
  listReferrers: 'reviews:read',
  approveReview: 'reviews:write',
  rejectReview: 'reviews:write',
  decideReviews: 'reviews:write',
  readDelivery: 'account:read',
  readHealth: 'account:read',
  rotateSecret: 'account:write',
} as const satisfies Record<string, Scope>;

/** @throws AppError forbidden, which names only the missing scope (§5 rule 2) */
export function assertScope(caller: { readonly scopes: ReadonlySet<Scope> }, scope: Scope): void {
  if (!caller.scopes.has(scope)) throw new AppError('forbidden', `This API key lacks the scope ${scope}.`);
}
