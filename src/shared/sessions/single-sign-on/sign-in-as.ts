import { recordAction } from '../../audit/record-action.ts';
import type { Context } from '../../context.ts';
import { toEmailKey } from '../../email/address.ts';
import { AppError } from '../../errors.ts';
import { transaction } from '../../postgres/transaction.ts';
import { addUser } from '../../users/create-user.ts';
import { deleteInvite, findInvitesTo } from '../../users/links/queries.ts';
import { type CredentialsRow, findCredentials } from '../../users/queries.ts';
import { lockUserOfTotp } from '../../users/two-factor/queries.ts';
import { openSession, type SignIn } from '../sign-in.ts';
import { makeTicket } from '../ticket.ts';
import type { Identity } from './provider.ts';
import { findUserOf, insertIdentity } from './queries.ts';

/**
 * Opens a session for the user whom the OpenID provider names (N8), or begins to, if the user has a second
 * factor of the service. The first time, the verified address decides who that is; from then on the identity
 * does. An open invitation to the address is accepted; of several the one with the id `inviteId`, whose link
 * the browser has come from.
 * @throws AppError unauthorized if that is no user
 */
export async function signInAs(
  ctx: Context,
  identity: Identity,
  device: string | null,
  inviteId?: string,
): Promise<SignIn> {
  const user = (await findUserOf(ctx.sql, identity)) ?? (await tieUser(ctx, identity, inviteId));
  if (user.has_totp) return { ticket: await makeTicket(ctx, user) };
  return transaction(ctx.sql, (tx) => openSession(tx, user, device));
}

/** Ties the user with the address of an identity to it. */
async function tieUser(ctx: Context, identity: Identity, inviteId?: string): Promise<CredentialsRow> {
  const { email } = identity;
  const key = email === undefined ? undefined : toEmailKey(email);
  if (email === undefined || key === undefined)
    throw new AppError('unauthorized', 'The provider does not say that your email address is yours.');
  const user = (await findCredentials(ctx.sql, key)) ?? (await acceptInviteTo(ctx, email, key, inviteId));
  const by = { accountId: user.account_id, actor: { type: 'user', id: user.id, name: user.email } } as const;
  await transaction(ctx.sql, async (tx) => {
    if (!(await lockUserOfTotp(tx, user.id))) noUser(email);
    if (await insertIdentity(tx, user, identity))
      await recordAction(tx, by, 'user.identity_tied', { id: user.id, details: { issuer: identity.issuer } });
  });
  const tied = await findUserOf(ctx.sql, identity);
  if (tied?.id === user.id) return tied;
  throw new AppError(
    'unauthorized',
    `${email} belongs to a user who is somebody else at the provider. Ask an owner to remove and invite you again.`,
  );
}

/**
 * Makes the user of an open invitation to an address: of that with the id, or else of the only one. Nobody
 * knows the password.
 */
async function acceptInviteTo(
  ctx: Context,
  email: string,
  key: string,
  inviteId?: string,
): Promise<CredentialsRow> {
  const [invite, another] = await findInvitesTo(ctx.sql, key, inviteId);
  if (!invite) return noUser(email);
  if (another)
    throw new AppError(
      'unauthorized',
      'Several accounts invited you. Open the link in the mail of one of them.',
    );
  const { id, account_id: accountId, role } = invite;
  await transaction(ctx.sql, async (tx) => {
    const actor = { type: 'visitor', id: null, name: email } as const;
    await addUser(tx, { accountId, actor }, { email, role: role ?? 'viewer' });
    if ((await deleteInvite(tx, { accountId, id })) === undefined) noUser(email);
  });
  return (await findCredentials(ctx.sql, key)) ?? noUser(email);
}

function noUser(email: string): never {
  throw new AppError('unauthorized', `No user has the address ${email}. Ask an owner to invite you.`);
}
