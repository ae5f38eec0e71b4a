import { createHmac, hkdfSync } from 'node:crypto';
import { isSameText } from '../../platform/secrets/same-text.ts';
import type { Context } from '../context.ts';

/** How long a sign-in may take. */
export const ticketMs = 5 * 60_000;

/** Who has given the right password, until the second factor follows, or the choice of an account. */
interface TicketSubject {
  readonly id: string;
  readonly password_hash: string;
}

/** A signed ticket of five minutes, or until a time. A new password ends it. Nothing is stored. */
export async function makeTicket(
  ctx: Context,
  user: TicketSubject,
  until = Date.now() + ticketMs,
): Promise<string> {
  const expires = String(until);
  return `${user.id}.${expires}.${await sign(ctx, user, expires)}`;
}

/** The user whom a ticket is said to be of. Not checked yet. */
export function subjectOf(ticket: string): string | undefined {
  return /^([0-9a-f-]{36})\.\d{13}\.[\w-]{43}$/.exec(ticket)?.[1];
}

/** When a valid ticket ends. */
export const expiryOf = (ticket: string): number => Number(ticket.split('.')[1]);

export async function isTicketOf(ctx: Context, user: TicketSubject, ticket: string): Promise<boolean> {
  const [id, expires = '', mac = ''] = ticket.split('.');
  return id === user.id && Number(expires) > Date.now() && isSameText(mac, await sign(ctx, user, expires));
}

const sign = (ctx: Context, { id, password_hash }: TicketSubject, expires: string) =>
  signTicket(ctx, 'sign-in', `${id}.${expires}.${password_hash}`);

/** Signs a text with a key of its own for each kind of ticket. */
export async function signTicket(
  ctx: Context,
  kind: 'sign-in' | 'identity' | 'known-browser',
  text: string,
): Promise<string> {
  const { key } = await ctx.linkSigner();
  const ticketKey = Buffer.from(hkdfSync('sha256', key, '', kind, 32));
  return createHmac('sha256', ticketKey).update(text).digest('base64url');
}
