/** What other capabilities may use of this one. */
export { insertConversions, listConversionsOf } from './conversions/queries.ts';
export { listInvitationsOf } from './invitations/queries.ts';
export { Invitation } from './invitations/schema.ts';
export { toInvitation } from './invitations/to-invitation.ts';
export { lockWave } from './waves/queries.ts';
export { WaveFilter } from './waves/schema.ts';
