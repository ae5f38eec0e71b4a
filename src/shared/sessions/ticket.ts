import { createHmac, hkdfSync } from 'node:crypto';
import type { Context } from '../context.ts';
import { isSameText } from '../secrets/same-text.ts';

const validMs = 5 * 60_000;

/** Who has given the right password, until the second factor follows. */
interface TicketSubject {
  readonly id: string;
  readonly password_hash: string;
}

/** A signed ticket of five minutes. A new password ends it. Nothing is stored. */
export async function makeTicket(ctx: Context, user: TicketSubject): Promise<string> {
  const expires = String(Date.now() + validMs);
  return `${user.id}.${expires}.${await sign(ctx, user, expires)}`;
}

/** The user whom a ticket is said to be of. Not checked yet. */
export function subjectOf(ticket: string): string | undefined {
  return /^([0-9a-f-]{36})\.\d{13}\.[\w-]{43}$/.exec(ticket)?.[1];
}

export async function isTicketOf(ctx: Context, user: TicketSubject, ticket: string): Promise<boolean> {
  const [id, expires = '', mac = ''] = ticket.split('.');
  return id === user.id && Number(expires) > Date.now() && isSameText(mac, await sign(ctx, user, expires));
}

async function sign(ctx: Context, { id, password_hash }: TicketSubject, expires: string): Promise<string> {
  const { key } = await ctx.linkSigner();
  const ticketKey = Buffer.from(hkdfSync('sha256', key, '', 'sign-in', 32));
  return createHmac('sha256', ticketKey).update(`${id}.${expires}.${password_hash}`).digest('base64url');
}
