import type { Context } from '../context.ts';
import { beginSession, type SignIn, tookTooLong, userOfTicket } from './sign-in.ts';
import { readIdentityTicket } from './single-sign-on/identity-ticket.ts';
import { enterBy } from './single-sign-on/sign-in-as.ts';
import { expiryOf, subjectOf } from './ticket.ts';

/**
 * Goes on with the sign-in of somebody who gets into several accounts, in the one that the ticket leads to.
 * A ticket for the second factor is valid as long as this one: choosing again gains no time.
 * @throws AppError unauthorized for a ticket that is forged or too old, or whose user has changed meanwhile
 */
export async function chooseAccount(ctx: Context, ticket: string, device: string | null): Promise<SignIn> {
  if (subjectOf(ticket) !== undefined)
    return beginSession(ctx, await userOfTicket(ctx, ticket), device, expiryOf(ticket));
  const { identity, way, expires } = (await readIdentityTicket(ctx, ticket)) ?? tookTooLong();
  return enterBy(ctx, identity, way, { device, until: expires });
}
