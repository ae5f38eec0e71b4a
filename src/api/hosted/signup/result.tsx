import type { OpenPage } from '../../../shared/capabilities/pages/open-page.ts';
import { linksOf } from '../../../shared/list/links/signup-links.ts';
import { findLinkedSignupOf } from '../../../shared/list/status/queries.ts';
import { readStatus, type SignupStatus } from '../../../shared/list/status/read-status.ts';
import type { Locale } from '../../../shared/platform/language/locales.ts';
import { type Say, sayIn } from '../../../shared/platform/language/say.ts';
import type { WebContext } from '../../web-context.ts';
import type { HostedPage } from '../document/hosted-page.tsx';
import { inline } from '../document/inline.ts';
import { Ladder } from '../status/ladder.tsx';
import { gainOf, Place } from '../status/place.tsx';
import { qrDataOf } from '../status/share/qr-code.ts';
import { Share, shareParts } from '../status/share/share.tsx';
import { statusStyle } from '../status/status-style.ts';
import { frameOf } from './signup-page.tsx';

/**
 * What a visitor sees after the signup. `joined` shows the own place, only to who has just been added: an
 * address that was on the list may be somebody else's. `inbox` is the same for all others.
 */
export type Result =
  | { readonly kind: 'joined'; readonly status: SignupStatus; readonly statusUrl: string | null }
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
  const { status } = await readStatus(ctx, links.status_token);
  return { kind: 'joined', status, statusUrl: links.status_url };
}

const style = inline(statusStyle);

/** The page after the signup. */
export function resultPage(page: OpenPage, locale: Locale, result: Result): HostedPage {
  const say = sayIn(locale);
  const heading = headingOf(result, say);
  const frame = frameOf(page, locale);
  const isJoined = result.kind === 'joined';
  return {
    ...frame,
    title: heading,
    name: page.waitlist_name,
    heading,
    styles: [...frame.styles, ...(isJoined ? [shareParts.style, style] : [])],
    scripts: isJoined ? [shareParts.script] : [],
    sources: isJoined ? { 'img-src': ['data:'] } : {},
    children: <ResultBody result={result} locale={locale} hasQr />,
  };
}

export const headingOf = ({ kind }: Result, say: Say): string =>
  say(kind === 'confirm' ? 'signup.almost' : 'signup.joined');

interface ResultBodyProps {
  readonly result: Result;
  readonly locale: Locale;
  readonly hasQr?: boolean;
}

/** What stands below the heading. */
export function ResultBody({ result, locale, hasQr = false }: ResultBodyProps) {
  const say = sayIn(locale);
  if (result.kind !== 'joined')
    return <p class="muted">{say(result.kind === 'confirm' ? 'signup.confirm' : 'signup.inbox')}</p>;
  const { status, statusUrl } = result;
  const { referral_link: link, waitlist_name: name } = status;
  const gain = gainOf(status, say);
  return (
    <>
      <Place status={status} locale={locale} say={say} />
      {link !== null && (
        <section class="part">
          <div class="lead">
            <h2>{say('status.share')}</h2>
            {gain !== undefined && <p>{gain}</p>}
          </div>
          <Share link={link} name={name} qrPath={hasQr ? qrDataOf(link) : null} say={say} />
        </section>
      )}
      <Ladder status={status} say={say} />
      {statusUrl !== null && (
        <a class="button quiet wide" href={statusUrl}>
          {say('signup.seePlace')}
        </a>
      )}
    </>
  );
}
