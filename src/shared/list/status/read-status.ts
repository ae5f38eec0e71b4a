import { z } from 'zod';
import { AppError, notFound } from '../../platform/errors.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import { named } from '../../platform/schema/described.ts';
import type { Context } from '../context.ts';
import { type LinkTarget, readLinkToken } from '../links/link-token.ts';
import { linksOf } from '../links/signup-links.ts';
import { listPlace, type StatusFacts, type StatusSource, type WaitlistSettings } from '../parts.ts';
import type { Standing } from '../ranks/ranking.ts';
import { toSettings } from '../settings/schema.ts';
import { displayPosition } from '../waitlists/display-position.ts';
import { findLinkedSignup, type LinkedSignup } from './queries.ts';

const status = {
  waitlist_name: z.string().describe('The name of the waitlist.'),
  position: z.int().nullable().describe('The stored position. Null if the settings hide it.'),
  display_position: z
    .int()
    .nullable()
    .describe('The position with the referral bonus. Null without a bonus, or if the settings hide it.'),
  total: z.int().nullable().describe('The number of signups. Null if the settings hide it.'),
  referral_code: z.string().describe('The code of the signup.'),
  referral_link: z
    .string()
    .nullable()
    .describe('The link to share: to `links.site_url`, else to the hosted signup page; null without both.'),
  referral_count: z.int().describe('The number of signups that it referred.'),
  confirmed: z.boolean().nullable().describe('Null: the waitlist asks for no confirmation.'),
};
/** Behind what others add: the order of an answer stays when it gets more. */
const laterStatus = {
  moved: z
    .int()
    .nullable()
    .describe('How many places the referrals have moved the person up. Null where `display_position` is.'),
  per_referral: z
    .int()
    .nullable()
    .describe('How many places one more referral brings: the referral bonus. Null without one.'),
  rank: z
    .int()
    .nullable()
    .describe(
      'The place in line: by `display_position`, then by `position`, so no two people have the same. Without a bonus the position. As of a few seconds ago. Null if the settings hide the position.',
    ),
};
const Status = z.object({ ...status, ...laterStatus });

/** The schema of what a person sees of the own signup (N1): no address, no custom fields. */
export function signupStatus() {
  const others = listPlace.parts().flatMap(({ status: part }) => Object.entries(part?.shape ?? {}));
  return named('SignupStatus', z.object({ ...status, ...Object.fromEntries(others), ...laterStatus }));
}
export type SignupStatus = z.infer<typeof Status> & StatusFacts & Readonly<Record<string, unknown>>;

/** A status, and what the hosted page needs besides. */
export interface FoundStatus {
  readonly status: SignupStatus;
  readonly signup: RowKey;
  /** What the place depends on, also where the settings hide it. */
  readonly standing: Standing;
  readonly waitlistId: string;
  readonly settings: WaitlistSettings;
  /** The language of the person, as a tag, if it is known. */
  readonly locale: string | null;
}

/**
 * The status of the signup that a token names (N1).
 * @throws AppError unauthorized for a forged or revoked token; not_found for a removed signup
 */
export async function readStatus(ctx: Context, token: string): Promise<FoundStatus> {
  const { signer, target, signup } = await findTokenSignup(ctx, token);
  const settings = toSettings(signup.settings);
  const hidden = new Set(settings.links.hide);
  const { position, referral_count, referral_bonus, total, referral_code } = signup;
  const { accountId, id } = target;
  const place = hidden.has('position') ? null : displayPosition(position, referral_count, referral_bonus);
  const rank = hidden.has('position') ? null : await rankOf(ctx, accountId, signup);
  const source = { accountId, id, settings, referralCount: referral_count };
  const facts = {
    waitlist_name: signup.waitlist_name,
    position: hidden.has('position') ? null : position,
    display_position: place,
    total: hidden.has('total') ? null : total,
    referral_code,
    referral_link: linksOf(signer, target, signup).referral_link,
    referral_count,
    confirmed: signup.is_asked ? signup.is_confirmed : null,
    ...(await readOthers(ctx, source)),
    moved: place === null ? null : position - place,
    per_referral: referral_bonus,
    rank,
  };
  return {
    status: facts,
    signup: { accountId, id },
    standing: { position, referral_count },
    waitlistId: signup.waitlist_id,
    settings,
    locale: signup.locale,
  };
}

/** What a status token names, without a query: it may be revoked. @throws AppError unauthorized */
export async function readTokenTarget(ctx: Pick<Context, 'linkSigner'>, token: string): Promise<LinkTarget> {
  return readLinkToken((await ctx.linkSigner()).key, 'status', token) ?? refuse();
}

/**
 * The signup that a status token names.
 * @throws AppError unauthorized for a forged or revoked token; not_found for a removed signup
 */
export async function findTokenSignup(ctx: Context, token: string) {
  const signer = await ctx.linkSigner();
  const target = await readTokenTarget(ctx, token);
  const { accountId } = target;
  const signup = (await findLinkedSignup(ctx.sql, accountId, target.id)) ?? notFound('signup');
  if (signup.status_epoch !== target.epoch || signup.address_generation !== target.generation) refuse();
  return { signer, target, accountId, signup };
}

async function rankOf(ctx: Context, accountId: string, signup: LinkedSignup): Promise<number> {
  const { waitlist_id: waitlistId, referral_bonus: bonus } = signup;
  return (await ctx.ranks.of(ctx.sql, { accountId, waitlistId, bonus })).rankOf(signup);
}

/** What others tell of the signup. */
async function readOthers(ctx: Context, signup: StatusSource): Promise<StatusFacts> {
  const facts = await Promise.all(listPlace.parts().map(({ status: part }) => part?.read(ctx, signup)));
  return Object.assign({}, ...facts);
}

function refuse(): never {
  throw new AppError(
    'unauthorized',
    'Missing, invalid or revoked status token. Send it as: Authorization: Status <TOKEN>',
  );
}
