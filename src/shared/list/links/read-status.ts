import { z } from 'zod';
import type { Context } from '../context.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { listInvitationStates } from '../../capabilities/release/include-queries.ts';
import { InvitationState } from '../../capabilities/release/invitations/schema.ts';
import { listReached } from '../../capabilities/rewards/queries.ts';
import { ReachedReward } from '../../capabilities/rewards/schema.ts';
import { named } from '../../platform/schema/described.ts';
import { toSettings } from '../settings/schema.ts';
import { displayPosition } from '../signups/to-signup.ts';
import { type LinkTarget, readLinkToken } from './link-token.ts';
import { findLinkedSignup } from './queries.ts';
import { linksOf } from './signup-links.ts';

/** What a person sees of the own signup (N1): no address, no custom fields. */
export const SignupStatus = named(
  'SignupStatus',
  z.object({
    waitlist_name: z.string().describe('The name of the waitlist.'),
    position: z.int().nullable().describe('The stored position. Null if the settings hide it.'),
    display_position: z
      .int()
      .nullable()
      .describe('The position with the referral bonus. Null without a bonus, or if the settings hide it.'),
    total: z.int().nullable().describe('The number of signups. Null if the settings hide it.'),
    referral_code: z.string().describe('The code of the signup.'),
    referral_link: z.string().nullable().describe('The link to share; null without `site_url`.'),
    referral_count: z.int().describe('The number of signups that it referred.'),
    confirmed: z.boolean().nullable().describe('Null: the waitlist asks for no confirmation.'),
    invitation_state: InvitationState.nullable().describe(
      'What became of the newest invitation: `converted` also without one. Null: there is none.',
    ),
    rewards: z
      .array(ReachedReward.pick({ key: true, at: true, reached_at: true }))
      .nullable()
      .describe('The rewards that it has reached, by `at`. Null unless the settings show them.'),
  }),
);
export type SignupStatus = z.infer<typeof SignupStatus>;

/** A status, and whether its list has the hosted page. */
export interface FoundStatus {
  readonly status: SignupStatus;
  readonly hasPage: boolean;
}

/**
 * The status of the signup that a token names (N1).
 * @throws AppError unauthorized for a forged or revoked token; not_found for a removed signup
 */
export async function readStatus(ctx: Context, token: string): Promise<FoundStatus> {
  const { signer, target, signup } = await findTokenSignup(ctx, token);
  const { links } = toSettings(signup.settings);
  const hidden = new Set(links.hide);
  const [invitation] = await listInvitationStates(ctx.sql, target.accountId, [target.id]);
  const { position, referral_count, referral_bonus, total, referral_code } = signup;
  const status = {
    waitlist_name: signup.waitlist_name,
    position: hidden.has('position') ? null : position,
    display_position: hidden.has('position')
      ? null
      : displayPosition(position, referral_count, referral_bonus),
    total: hidden.has('total') ? null : total,
    referral_code,
    referral_link: linksOf(signer, target, signup).referral_link,
    referral_count,
    confirmed: signup.is_asked ? signup.is_confirmed : null,
    invitation_state: invitation?.state ?? null,
    rewards: links.show_rewards ? await readReached(ctx, target) : null,
  };
  return { status, hasPage: links.status_page };
}

/**
 * The signup that a status token names.
 * @throws AppError unauthorized for a forged or revoked token; not_found for a removed signup
 */
export async function findTokenSignup(ctx: Context, token: string) {
  const signer = await ctx.linkSigner();
  const target = readLinkToken(signer.key, 'status', token) ?? refuse();
  const { accountId } = target;
  const signup = (await findLinkedSignup(ctx.sql, accountId, target.id)) ?? notFound('signup');
  if (signup.status_epoch !== target.epoch) refuse();
  return { signer, target, accountId, signup };
}

async function readReached({ sql }: Context, { accountId, id }: LinkTarget) {
  const reached = await listReached(sql, accountId, [id]);
  return reached.map(({ key, at, reached_at }) => ({ key, at, reached_at }));
}

function refuse(): never {
  throw new AppError(
    'unauthorized',
    'Missing, invalid or revoked status token. Send it as: Authorization: Status <TOKEN>',
  );
}
