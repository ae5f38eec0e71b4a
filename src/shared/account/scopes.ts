import { AppError } from '../platform/errors.ts';

/**
 * The scopes of API keys (§5). They are chosen when a key is created; new scopes are never added to existing
 * keys.
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
  'signups:update',
  'settings:read',
  'settings:write',
  'people:manage',
  'events:read',
  'events:replay',
  'reviews:read',
  'reviews:write',
  'invitations:read',
  'invitations:write',
  'conversions:write',
  'imports:write',
  'announcements:read',
  'announcements:write',
  'rewards:read',
  'rewards:write',
] as const;
export type Scope = (typeof scopes)[number];

/** The scope that each operation needs (§5), over REST and as a tool. */
export const scopeFor = {
  readAccount: 'account:read',
  listAuditLog: 'account:read',
  exportAuditLog: 'account:read',
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
  listSegments: 'signups:read',
  createSegment: 'waitlists:write',
  updateSegment: 'waitlists:write',
  deleteSegment: 'waitlists:write',
  createSignup: 'signups:write',
  confirmSignup: 'signups:write',
  addSignups: 'signups:bulk',
  listSignups: 'signups:read',
  exportSignups: 'signups:read',
  readSignup: 'signups:read',
  updateSignup: 'signups:update',
  removeSignup: 'signups:delete',
  readSignupLinks: 'signups:read',
  readLeaderboard: 'signups:read',
  readSettings: 'settings:read',
  updateSettings: 'settings:write',
  revokeLinks: 'settings:write',
  setLogo: 'settings:write',
  removeLogo: 'settings:write',
  listSuppressions: 'people:manage',
  exportSuppressions: 'people:manage',
  addSuppression: 'people:manage',
  removeSuppression: 'people:manage',
  exportPerson: 'people:manage',
  erasePerson: 'people:manage',
  listEvents: 'events:read',
  redeliverEvent: 'events:replay',
  replayEvents: 'events:replay',
  dismissMissed: 'events:replay',
  listReviews: 'reviews:read',
  listReferrers: 'reviews:read',
  approveReview: 'reviews:write',
  rejectReview: 'reviews:write',
  decideReviews: 'reviews:write',
  draftWave: 'invitations:write',
  launchWave: 'invitations:write',
  cancelWave: 'invitations:write',
  readWave: 'invitations:read',
  listWaves: 'invitations:read',
  exportWaveLinks: 'invitations:write',
  listWaveMembers: 'invitations:read',
  exportWaveMembers: 'invitations:read',
  listInvitations: 'invitations:read',
  inviteSignup: 'invitations:write',
  resendInvitation: 'invitations:write',
  revokeInvitation: 'invitations:write',
  verifyInvitation: 'conversions:write',
  declineInvitation: 'conversions:write',
  recordConversion: 'conversions:write',
  createImport: 'imports:write',
  listImports: 'imports:write',
  readImport: 'imports:write',
  updateImport: 'imports:write',
  startImport: 'imports:write',
  cancelImport: 'imports:write',
  listImportRows: 'imports:write',
  exportImportRows: 'imports:write',
  draftAnnouncement: 'announcements:write',
  updateAnnouncement: 'announcements:write',
  testAnnouncement: 'announcements:write',
  launchAnnouncement: 'announcements:write',
  pauseAnnouncement: 'announcements:write',
  resumeAnnouncement: 'announcements:write',
  cancelAnnouncement: 'announcements:write',
  readAnnouncement: 'announcements:read',
  listAnnouncements: 'announcements:read',
  listAnnouncementMembers: 'announcements:read',
  exportAnnouncementMembers: 'announcements:read',
  listRewards: 'rewards:read',
  exportRewards: 'rewards:read',
  fulfilRewards: 'rewards:write',
  readDelivery: 'account:read',
  readHealth: 'account:read',
  rotateSecret: 'account:write',
} as const satisfies Record<string, Scope>;

/**
 * What links that act for a person, or show what only the person sees, need besides the scope of the
 * operation: who reads signups must not unsubscribe them.
 */
export const scopeForLinks: Scope = scopeFor.createSignup;

/** What users of the dashboard may do besides, which no API key can. */
type ManagementRight = 'profile' | 'users' | 'keys' | 'email-provider' | 'account';

/** What a form of the dashboard needs: a scope, or the right to manage something of the account. */
export type Right = Scope | ManagementRight;

export const roleNames = ['owner', 'editor', 'viewer'] as const;
export type Role = (typeof roleNames)[number];

/**
 * What users of the dashboard may do, by their role (N8). A viewer sees every page, but changes only the own
 * profile.
 */
const rightsOf: Readonly<Record<Role, ReadonlySet<Right>>> = {
  owner: new Set<Right>([...scopes, 'profile', 'users', 'keys', 'email-provider', 'account']),
  editor: new Set<Right>([...scopes, 'profile']),
  viewer: new Set<Right>([
    'account:read',
    'waitlists:read',
    'signups:read',
    'settings:read',
    'events:read',
    'reviews:read',
    'invitations:read',
    'announcements:read',
    'rewards:read',
    'profile',
  ]),
};

export function hasRight(role: Role, right: Right): boolean {
  return rightsOf[role].has(right);
}

/** The scopes of a user with this role. */
export function scopesOf(role: Role): Scope[] {
  return scopes.filter((scope) => hasRight(role, scope));
}

/** A caller lacks a scope. */
export class MissingScope extends AppError {
  readonly scope: Scope;

  constructor(who: string, scope: Scope) {
    super('forbidden', `This ${who} lacks the scope ${scope}.`);
    this.scope = scope;
  }
}

/** @throws MissingScope, which names only the missing scope (§5 rule 2) */
export function assertScope(
  caller: { readonly scopes: ReadonlySet<Scope>; readonly actor?: { readonly type: string } },
  scope: Scope,
): void {
  if (!caller.scopes.has(scope))
    throw new MissingScope(caller.actor?.type === 'app' ? 'app' : 'API key', scope);
}
