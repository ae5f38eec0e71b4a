import { createHash } from 'node:crypto';
import { render } from 'preact-render-to-string';
import type { SignupStatus } from '../../../shared/list/status/read-status.ts';
import { type Say, sayIn } from '../../../shared/platform/language/say.ts';
import type { HostedPage } from '../document/hosted-page.tsx';
import { inline } from '../document/inline.ts';
import { Ladder, pictureSourcesOf } from './ladder.tsx';
import { Leaders } from './leaders.tsx';
import { liveScript } from './live-script.ts';
import { Notice } from './notice.tsx';
import { gainOf, Place } from './place.tsx';
import { qrDataOf } from './share/qr-code.ts';
import { Share, shareParts } from './share/share.tsx';
import { statusStyle } from './status-style.ts';
import { placeOf, type StatusView } from './status-view.ts';

const style = inline(statusStyle);
const live = inline(liveScript);

/** The parts that change while the page is open, by their names. */
const liveParts = {
  notice: (view: StatusView, say: Say) => <Notice view={view} say={say} />,
  place: ({ status, locale }: StatusView, say: Say) => <Place status={status} locale={locale} say={say} />,
  lead: ({ status }: StatusView, say: Say) => <Lead status={status} say={say} />,
  ladder: ({ status }: StatusView, say: Say) => <Ladder status={status} say={say} hasPictures />,
  leaders: ({ leaderboard, locale }: StatusView, say: Say) => (
    <Leaders leaderboard={leaderboard} locale={locale} say={say} />
  ),
} as const;

/** The status page of a person on a list (N1). It only depends on what it is given. */
export function statusPageOf(view: StatusView): HostedPage {
  const { status, brand, locale, path } = view;
  const { waitlist_name: name, referral_link: link } = status;
  const say = sayIn(locale);
  const part = (which: keyof typeof liveParts) => <div data-part={which}>{liveParts[which](view, say)}</div>;
  const isLive = path !== null;
  return {
    ...{ title: name, brand, locale, name, heading: headingOf(status, say), hasIntro: true },
    styles: [shareParts.style, style],
    scripts: [...(link === null ? [] : [shareParts.script]), ...(isLive ? [live] : [])],
    sources: {
      'img-src': [...(isLive ? [] : ['data:']), ...pictureSourcesOf(status)],
      'connect-src': isLive ? ["'self'"] : [],
    },
    children: (
      <div class="live" {...(isLive && { 'data-live': `${path}/live`, 'data-version': versionOf(view) })}>
        <p class="hidden" role="status" data-news />
        {part('notice')}
        {part('place')}
        <section class="part">
          {part('lead')}
          {link !== null && (
            <Share
              link={link}
              name={name}
              qrPath={isLive ? `${path}/qr.svg` : qrDataOf(link)}
              say={say}
              isPreview={!isLive}
            />
          )}
        </section>
        {part('ladder')}
        {part('leaders')}
      </div>
    ),
  };
}

/** What the open page asks for: its parts as they are now, in the language of the page. */
export function liveUpdateOf(view: StatusView) {
  const { status, brand, locale } = view;
  const say = sayIn(locale);
  const place = placeOf(status);
  return {
    version: versionOf(view),
    title: brand.headline === null ? headingOf(status, say) : null,
    news: place === null ? null : say('status.nowAt', { place }),
    parts: Object.fromEntries(
      Object.entries(liveParts).map(([name, draw]) => [name, render(draw(view, say))]),
    ),
  };
}

/** What tells one state of the page from another. */
export function versionOf({ status, leaderboard, locale }: StatusView): string {
  const facts = JSON.stringify([status, leaderboard, locale]);
  return createHash('sha256').update(facts).digest('base64url').slice(0, 16);
}

const headingOf = ({ invitation_state: state }: SignupStatus, say: Say): string =>
  say(state === 'invited' ? 'status.invited' : state === 'converted' ? 'status.joined' : 'status.heading');

/** Why it pays to share: what a friend brings, and how many have come. */
function Lead({ status, say }: { status: SignupStatus; say: Say }) {
  const gain = gainOf(status, say);
  return (
    <div class="lead">
      {status.referral_link !== null && <h2>{say('status.share')}</h2>}
      {gain !== undefined && <p>{gain}</p>}
      <p>{say('status.friends', { count: status.referral_count })}</p>
    </div>
  );
}
