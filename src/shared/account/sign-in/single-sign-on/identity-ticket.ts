import { z } from 'zod';
import { isSameText } from '../../../platform/secrets/same-text.ts';
import type { Context } from '../../context.ts';
import { signTicket, ticketMs } from '../ticket.ts';
import type { Identity } from './provider.ts';

const Claims = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string().optional(),
  /** The id of the user or of the invitation that it leads to. */
  way: z.guid(),
  expires: z.number(),
});

/** A signed ticket of five minutes for one of the ways in of somebody whom the provider has named. */
export async function makeIdentityTicket(ctx: Context, identity: Identity, way: string): Promise<string> {
  const claims = Buffer.from(JSON.stringify({ ...identity, way, expires: Date.now() + ticketMs }));
  const text = claims.toString('base64url');
  return `${text}.${await signTicket(ctx, 'identity', text)}`;
}

/** Undefined for a ticket that is forged or too old. */
export async function readIdentityTicket(
  ctx: Context,
  ticket: string,
): Promise<{ identity: Identity; way: string; expires: number } | undefined> {
  const [text = '', mac = ''] = ticket.split('.');
  if (!isSameText(mac, await signTicket(ctx, 'identity', text))) return undefined;
  const { issuer, subject, email, way, expires } = Claims.parse(
    JSON.parse(Buffer.from(text, 'base64url').toString()),
  );
  return expires > Date.now() ? { identity: { issuer, subject, email }, way, expires } : undefined;
}
