import type { Caller } from '../../account/api-keys/caller.ts';
import { signupPageUrl } from '../../list/links/signup-page.ts';
import { findSettings } from '../../list/settings/queries.ts';
import { toSettings } from '../../list/settings/schema.ts';
import { targetOf } from '../../list/signups/signup-request.ts';
import { splitAtPlaceholders } from '../../mail/design/template.ts';
import { AppError } from '../../platform/errors.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import type { Context } from '../context.ts';
import { type AnnouncementText, findText } from './queries.ts';

const missing = (link: string, what: string, where: string) =>
  `The mail holds {{${link}}}, and ${what}, so the link would lead nowhere. ${where} Or take it out of the mail.`;

/** Why an announcement cannot be sent, and what to do about it. */
const obstacleTexts = {
  postal_address:
    'Set mail.postal_address in the settings first: your postal address stands below every announcement, because the law asks for it.',
  'links.status': missing(
    'links.status',
    'the waitlist has no status page',
    'Set links.status_page in the settings.',
  ),
  'links.referral': missing(
    'links.referral',
    'no page is known where people sign up',
    'Set links.site_url in the settings.',
  ),
  route: 'There is no way to send email. Set up an email provider first.',
} as const;
export type Obstacle = keyof typeof obstacleTexts;

/** An announcement that is to be sent. */
interface Wanted {
  readonly id: string;
  readonly waitlist_id: string;
}

/** All that keeps an announcement from being sent, whoever gets it. */
export async function listObstacles(
  { config }: Pick<Context, 'config'>,
  sql: Sql | Tx,
  caller: Caller,
  { id, waitlist_id: listId }: Wanted,
): Promise<Obstacle[]> {
  const { accountId } = caller;
  const settings = toSettings(await findSettings(sql, accountId, listId));
  const needed = neededLinks(await findText(sql, { accountId, id }));
  const hasSignupPage = signupPageUrl(settings, accountId, config.baseUrl) !== null;
  const isInTheWay: Readonly<Record<Obstacle, boolean>> = {
    postal_address: settings.mail.postal_address === null,
    'links.status': needed.has('links.status') && !settings.links.status_page,
    'links.referral': needed.has('links.referral') && !hasSignupPage,
    route: !targetOf(config, caller, listId).mailed,
  };
  return (Object.keys(obstacleTexts) as Obstacle[]).filter((obstacle) => isInTheWay[obstacle]);
}

/** The placeholders of a text that say nothing else where there is no value. */
function neededLinks({ subject, html }: AnnouncementText): ReadonlySet<string> {
  const parts = [subject, html].flatMap(splitAtPlaceholders);
  return new Set(parts.flatMap(({ part, name }) => (name === undefined || part.includes('|') ? [] : [name])));
}

/**
 * Checks that an announcement can be sent: the settings have the sender's postal address, its links lead
 * somewhere, and mails have a route. @throws AppError conflict, quota_exceeded
 */
export async function assertSendable(
  ctx: Pick<Context, 'config'>,
  tx: Tx,
  caller: Caller,
  wanted: Wanted,
): Promise<void> {
  const [obstacle] = await listObstacles(ctx, tx, caller, wanted);
  if (obstacle !== undefined)
    throw new AppError(obstacle === 'route' ? 'quota_exceeded' : 'conflict', obstacleTexts[obstacle]);
}

export async function hasPostalAddress(tx: Tx, accountId: string, waitlistId: string): Promise<boolean> {
  return toSettings(await findSettings(tx, accountId, waitlistId)).mail.postal_address !== null;
}
