import { AppError } from '../../../platform/errors.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import { toEmailKey } from '../../../platform/schema/email-address.ts';
import { recordAction } from '../../audit/record-action.ts';
import type { Context } from '../../context.ts';
import { joinAccount } from '../../users/links/accept-invite.ts';
import { deleteInvite, type LinkRow, listInvitesTo } from '../../users/links/queries.ts';
import { hashPasswordOf, unknownPassword } from '../../users/password.ts';
import { proveUser } from '../../users/prove-user.ts';
import { type CredentialsRow, listCredentials, lockUserAt } from '../../users/queries.ts';
import { beginSession, type SignIn, tookTooLong } from '../sign-in.ts';
import { makeIdentityTicket } from './identity-ticket.ts';
import type { Identity } from './provider.ts';
import { insertIdentity, listTiedAt, listTiedUsers } from './queries.ts';

/** How an identity gets into an account. */
type Way =
  | { readonly by: 'identity' | 'address'; readonly id: string; readonly user: CredentialsRow }
  | { readonly by: 'invitation'; readonly id: string; readonly invite: LinkRow };

/** With which browser, and until when a second factor may follow: for five minutes, if not said. */
interface Entry {
  readonly device: string | null;
  readonly until?: number;
}

/**
 * Opens a session for the user whom the OpenID provider names (N8), or begins to, if the user has a second
 * factor of the service, or there are users in several accounts. The first time, the verified address decides
 * who that is; from then on the identity does. An open invitation to the address is accepted; if `inviteId`
 * is one, the browser has come from its link, and it goes first.
 * @throws AppError unauthorized if that is no user
 */
export async function signInAs(
  ctx: Context,
  identity: Identity,
  device: string | null,
  inviteId?: string,
): Promise<SignIn> {
  const { ways, isTaken } = await listWays(ctx, identity);
  const linked = ways.find((way) => way.by === 'invitation' && way.id === inviteId);
  const [only, another] = linked ? [linked] : ways;
  if (!only) return isTaken ? somebodyElse(identity) : nobody(identity);
  if (!another) return enter(ctx, identity, only, { device });
  const choices = ways.map(async (way) => ({
    account: way.by === 'invitation' ? way.invite.account_name : way.user.account_name,
    isInvitation: way.by === 'invitation',
    ticket: await makeIdentityTicket(ctx, identity, way.id),
  }));
  return { choices: await Promise.all(choices) };
}

/** Goes one of the ways in that `signInAs` has found. @throws AppError unauthorized if it is closed by now */
export async function enterBy(ctx: Context, identity: Identity, wayId: string, by: Entry): Promise<SignIn> {
  const { ways } = await listWays(ctx, identity);
  return enter(ctx, identity, ways.find(({ id }) => id === wayId) ?? tookTooLong(), by);
}

/**
 * All ways in, one at most for an account: the users who are tied to the identity, users with its verified
 * address, and invitations to it. A user who has not proven the address is no way: somebody else may have
 * chosen the password. Where nobody has a password, that user was added so as to come in like this.
 * `isTaken` tells whether a user with the address is tied to another identity.
 */
async function listWays(ctx: Context, identity: Identity): Promise<{ ways: Way[]; isTaken: boolean }> {
  const tied = await listTiedUsers(ctx.sql, identity);
  const ways: Way[] = tied.map((user) => ({ by: 'identity', id: user.id, user }));
  const accounts = new Set(tied.map(({ account_id }) => account_id));
  const emailKey = identity.email === undefined ? undefined : toEmailKey(identity.email);
  if (emailKey === undefined) return { ways, isTaken: false };

  const users = await listCredentials(ctx.sql, emailKey);
  const others = users.filter(
    ({ account_id, is_proven }) => !accounts.has(account_id) && (is_proven || !ctx.config.hasPasswords),
  );
  const taken = await listTiedAt(
    ctx.sql,
    identity.issuer,
    others.map(({ id }) => id),
  );
  for (const user of others) {
    accounts.add(user.account_id);
    if (!taken.includes(user.id)) ways.push({ by: 'address', id: user.id, user });
  }
  for (const invite of await listInvitesTo(ctx.sql, emailKey))
    if (!accounts.has(invite.account_id)) ways.push({ by: 'invitation', id: invite.id, invite });
  return { ways, isTaken: taken.length > 0 };
}

async function enter(ctx: Context, identity: Identity, way: Way, { device, until }: Entry): Promise<SignIn> {
  if (way.by === 'identity') return beginSession(ctx, way.user, device, until);
  const target = way.by === 'invitation' ? way.invite : way.user;
  await transaction(ctx.sql, async (tx) => {
    if (way.by === 'invitation') await joinAccount(tx, way.invite);
    const user = (await lockUserAt(tx, target)) ?? tookTooLong();
    const actor = { type: 'user', id: user.id, name: user.email } as const;
    const by = { accountId: user.account_id, actor };
    if (!user.is_proven)
      await proveUser(tx, by, user, await hashPasswordOf(tx, user.email_key, unknownPassword()));
    const details = { issuer: identity.issuer };
    if (await insertIdentity(tx, user, identity))
      await recordAction(tx, by, 'user.identity_tied', { id: user.id, details });
    if (way.by !== 'invitation') return;
    const { account_id: accountId, id } = way.invite;
    if ((await deleteInvite(tx, { accountId, id })) === undefined) tookTooLong();
  });
  const tied = await listTiedUsers(ctx.sql, identity);
  const user = tied.find(({ account_id }) => account_id === target.account_id) ?? somebodyElse(identity);
  return beginSession(ctx, user, device, until);
}

function nobody({ email }: Identity): never {
  throw new AppError(
    'unauthorized',
    email === undefined
      ? 'The provider does not say that your email address is yours.'
      : `No user has the address ${email}. Ask an owner to invite you.`,
  );
}

function somebodyElse({ email }: Identity): never {
  throw new AppError(
    'unauthorized',
    `${email} belongs to a user who is somebody else at the provider. Ask an owner to remove and invite you again.`,
  );
}
