import { accountJobs } from './account/jobs.ts';
import { accountPlace } from './account/parts.ts';
import { sealedTotp } from './account/users/two-factor/queries.ts';
import { announcements } from './capabilities/announcements/plug.ts';
import { branding } from './capabilities/branding/plug.ts';
import { campaigns } from './capabilities/campaigns/plug.ts';
import { confirmations } from './capabilities/confirmations/plug.ts';
import { forms } from './capabilities/forms/plug.ts';
import { imports } from './capabilities/imports/plug.ts';
import { leaderboard } from './capabilities/leaderboard/plug.ts';
import { pages } from './capabilities/pages/plug.ts';
import { people } from './capabilities/people/plug.ts';
import { personPlace } from './capabilities/person-part.ts';
import type { Plug } from './capabilities/plug.ts';
import { release } from './capabilities/release/plug.ts';
import { retention } from './capabilities/retention/plug.ts';
import { rewards } from './capabilities/rewards/plug.ts';
import { segments } from './capabilities/segments/plug.ts';
import { statisticsLinks } from './capabilities/statistics-links/plug.ts';
import { trust } from './capabilities/trust/plug.ts';
import { sealedIntegration } from './events/integrations/queries.ts';
import { eventJobs } from './events/jobs.ts';
import { archivedLists } from './list/archive/archive-part.ts';
import { changesOfSignups } from './list/changes/changes-part.ts';
import { listJobs } from './list/jobs.ts';
import { languageOfSignups } from './list/language/language-part.ts';
import { listPlace } from './list/parts.ts';
import { mailJobs } from './mail/jobs.ts';
import { mailsOfLists } from './mail/list-part.ts';
import { mailPlace } from './mail/parts.ts';
import { sealedProvider } from './mail/settings/provider-queries.ts';
import { noticesOfAccounts } from './owner/account-part.ts';
import { ownerJobs } from './owner/jobs.ts';
import { type Jobs, jobPlace } from './platform/queue/jobs.ts';
import { sealedLinkKey } from './platform/stored-secrets/link-key.ts';
import { sealedPlace } from './platform/stored-secrets/sealed-columns.ts';

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
  announcements,
  forms,
  pages,
  people,
  retention,
  branding,
  segments,
  statisticsLinks,
  campaigns,
} satisfies Record<string, Plug>;
const plugs: readonly Plug[] = Object.values(capabilities);

type JobsOf<SomePlug> = SomePlug extends { readonly jobs: infer SomeJobs } ? keyof SomeJobs : never;
/** The jobs that the plugs really have. */
type PluggedJobs = Pick<Jobs, JobsOf<(typeof capabilities)[keyof typeof capabilities]>>;

const has = <Part>(part: Part | null | undefined): part is Part => part != null;

const jobs = {
  ...{ ...accountJobs, ...listJobs, ...eventJobs, ...mailJobs, ...ownerJobs },
  ...(Object.assign({}, ...plugs.map((plug) => plug.jobs)) as PluggedJobs),
};
jobPlace.fill([jobs satisfies Jobs]); // a job that only its type knows does not compile here

accountPlace.fill([noticesOfAccounts]);
listPlace.fill([
  ...[mailsOfLists, languageOfSignups, changesOfSignups],
  ...plugs.map(({ list }) => list).filter(has),
  archivedLists,
]);
mailPlace.fill(plugs.map(({ mail }) => mail).filter(has));
sealedPlace.fill([
  ...Object.values(sealedProvider),
  sealedLinkKey,
  sealedTotp,
  ...Object.values(sealedIntegration),
  ...plugs.flatMap(({ secrets = [] }) => secrets),
]);
personPlace.fill(plugs.map(({ person }) => person).filter(has));

/** What every worker looks after for them. */
export const capabilityMaintenance = plugs.flatMap(({ maintenance = [] }) => maintenance);
