import './account/jobs.ts';
import { accountPlace } from './account/parts.ts';
import { confirmations } from './capabilities/confirmations/plug.ts';
import { forms } from './capabilities/forms/plug.ts';
import { imports } from './capabilities/imports/plug.ts';
import { leaderboard } from './capabilities/leaderboard/plug.ts';
import { people } from './capabilities/people/plug.ts';
import { personPlace } from './capabilities/person-part.ts';
import type { Plug } from './capabilities/plug.ts';
import { release } from './capabilities/release/plug.ts';
import { retention } from './capabilities/retention/plug.ts';
import { rewards } from './capabilities/rewards/plug.ts';
import { trust } from './capabilities/trust/plug.ts';
import './events/jobs.ts';
import './list/jobs.ts';
import { listPlace } from './list/parts.ts';
import { mailsOfLists } from './mail/list-part.ts';
import { mailPlace } from './mail/parts.ts';
import { noticesOfAccounts } from './owner/account-part.ts';

/**
 * All capabilities, by their names. What they plug in is called in this order, so it is that of their locks:
 * mails, claims, rewards, aliases, invitations.
 */
export const capabilities = {
  confirmations,
  trust,
  rewards,
  leaderboard,
  imports,
  release,
  forms,
  people,
  retention,
} satisfies Record<string, Plug>;
const plugs: readonly Plug[] = Object.values(capabilities);

const has = <Part>(part: Part | null | undefined): part is Part => part != null;

accountPlace.fill([noticesOfAccounts]);
listPlace.fill([mailsOfLists, ...plugs.map(({ list }) => list).filter(has)]);
mailPlace.fill(plugs.map(({ mail }) => mail).filter(has));
personPlace.fill(plugs.map(({ person }) => person).filter(has));

/** What every worker looks after for them. */
export const capabilityMaintenance = plugs.flatMap(({ maintenance = [] }) => maintenance);
