import type { ComponentChildren } from 'preact';
import type { OpenPage } from '../../../shared/capabilities/pages/open-page.ts';
import type { Locale } from '../../../shared/platform/language/locales.ts';
import { type Say, sayIn } from '../../../shared/platform/language/say.ts';
import type { HostedPage } from '../document/hosted-page.tsx';
import { type Entered, PageForm } from './page-form.tsx';
import { PageTags } from './page-tags.tsx';
import type { Refusal } from './refusal.ts';
import { signupScript } from './signup-script.ts';
import { signupStyle } from './signup-style.ts';

/** Who serves the widget of a captcha. */
const captchaOrigin = 'https://challenges.cloudflare.com';
export const captchaScript = `${captchaOrigin}/turnstile/v0/api.js`;

interface Shown {
  readonly page: OpenPage;
  readonly locale: Locale;
  readonly time: string;
  readonly entered: Entered;
  readonly isInvited: boolean;
  /** Of the picture beside links to the page. */
  readonly cardVersion: string;
  readonly refusal?: Refusal | undefined;
}

/** The page on which people sign up. */
export function signupPageOf(shown: Shown): HostedPage {
  const { page, locale, time, entered, isInvited, cardVersion, refusal } = shown;
  const say = sayIn(locale);
  const { archive, form } = page.settings;
  const hasCaptcha = form.captcha !== null && !page.caller.isTest && !archive.enabled;
  return {
    ...frameOf(page, locale),
    title: page.settings.brand.headline ?? say('signup.title', { name: page.waitlist_name }),
    heading: say('signup.title', { name: page.waitlist_name }),
    hasIntro: true,
    isIndexed: isIndexed(page) && refusal === undefined,
    head: (
      <>
        <PageTags {...{ page, locale, isInvited, cardVersion }} code={String(entered.ref ?? '')} />
        {hasCaptcha && <script src={captchaScript} async defer />}
      </>
    ),
    scripts: archive.enabled ? [] : [signupScript],
    sources: hasCaptcha ? { 'script-src': [captchaOrigin], 'frame-src': [captchaOrigin] } : {},
    children: archive.enabled ? (
      <>
        <Archived page={page} say={say} />
        <People page={page} say={say} />
      </>
    ) : (
      <>
        {isInvited && <Invited say={say} />}
        <PageForm page={page} say={say} time={time} entered={entered} refusal={refusal} captcha="here" />
        <People page={page} say={say} />
      </>
    ),
  };
}

/** Whether search engines may list the page: a test is nothing for others. */
export const isIndexed = ({ caller }: Pick<OpenPage, 'caller'>): boolean => !caller.isTest;

export const Invited = ({ say }: { say: Say }) => <p class="invited">{say('signup.invited')}</p>;

/** What stands in place of the form of a list that takes no new signups. */
export const Archived = ({ page, say }: { page: OpenPage; say: Say }) => (
  <p class="archived" role="status">
    {page.settings.archive.text ?? say('form.closed')}
  </p>
);

export function People({ page: { total }, say }: { page: OpenPage; say: Say }) {
  return total !== null && total > 0 ? (
    <p class="people small muted">{say('signup.people', { total })}</p>
  ) : null;
}

/** What is the same on the page and on what follows it. */
export function frameOf({ settings, waitlist_name, caller }: OpenPage, locale: Locale) {
  const { brand } = settings;
  return {
    brand,
    locale,
    // The heading has the name, unless there is a headline.
    name: brand.logo !== null || brand.headline !== null ? waitlist_name : null,
    styles: [signupStyle],
    ...(caller.isTest && { below: <TestMark>{sayIn(locale)('signup.test')}</TestMark> }),
  };
}

const TestMark = ({ children }: { children: ComponentChildren }) => <p class="test">{children}</p>;
