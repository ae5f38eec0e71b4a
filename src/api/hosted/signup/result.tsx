import type { OpenPage } from '../../../shared/capabilities/pages/open-page.ts';
import { linksOf } from '../../../shared/list/links/signup-links.ts';
import { findLinkedSignupOf } from '../../../shared/list/status/queries.ts';
import { type FoundStatus, readStatus } from '../../../shared/list/status/read-status.ts';
import type { Locale } from '../../../shared/platform/language/locales.ts';
import { type Say, sayIn } from '../../../shared/platform/language/say.ts';
import type { WebContext } from '../../web-context.ts';
import type { HostedPage } from '../document/hosted-page.tsx';
import { frameOf } from './signup-page.tsx';

/**
 * What a visitor sees after the signup. `joined` shows the own place, only to who has just been added: an
 * address that was on the list may be somebody else's. `inbox` is the same for all others.
 */
export type Result =
  | { readonly kind: 'joined'; readonly found: FoundStatus; readonly statusUrl: string | null }
  | { readonly kind: 'confirm' | 'inbox' };

/** Reads it of the signup that was added, if one was. */
export async function readResult(
  ctx: WebContext,
  { caller, waitlist_id, settings }: OpenPage,
  createdId: string | null,
): Promise<Result> {
  if (settings.confirmation.enabled) return { kind: 'confirm' };
  if (createdId === null) return { kind: 'inbox' };
  const { accountId } = caller;
  const signup = await findLinkedSignupOf(ctx.sql, accountId, waitlist_id, createdId);
  if (signup === undefined) return { kind: 'inbox' }; // deleted meanwhile
  const links = linksOf(await ctx.linkSigner(), { accountId, id: createdId }, signup);
  const found = await readStatus(ctx, links.status_token);
  return { kind: 'joined', found, statusUrl: links.status_url };
}

/** The page after the signup. */
export function resultPage(page: OpenPage, locale: Locale, result: Result): HostedPage {
  const say = sayIn(locale);
  const heading = headingOf(result, say);
  return {
    ...frameOf(page, locale),
    title: heading,
    name: page.waitlist_name,
    heading,
    children: <ResultBody result={result} say={say} />,
  };
}

export const headingOf = ({ kind }: Result, say: Say): string =>
  say(kind === 'confirm' ? 'signup.almost' : 'signup.joined');

/** What stands below the heading. */
export function ResultBody({ result, say }: { result: Result; say: Say }) {
  if (result.kind === 'joined') {
    const { display_position, position, referral_link } = result.found.status;
    const place = display_position ?? position;
    return (
      <>
        {place !== null && (
          <div>
            <p class="muted">{say('page.place')}</p>
            <p class="place">{place}</p>
          </div>
        )}
        {referral_link !== null && (
          <input type="text" value={referral_link} readonly aria-label={say('signup.copied')} />
        )}
        {result.statusUrl !== null && <a href={result.statusUrl}>{say('page.place')}</a>}
      </>
    );
  }
  return <p class="muted">{say(result.kind === 'confirm' ? 'signup.confirm' : 'signup.inbox')}</p>;
}
