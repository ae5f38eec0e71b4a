import { render } from 'preact-render-to-string';
import type { OpenPage } from '../../../shared/capabilities/pages/open-page.ts';
import type { Locale } from '../../../shared/platform/language/locales.ts';
import { sayIn } from '../../../shared/platform/language/say.ts';
import { embedStyle } from './embed-style.ts';
import { type Entered, PageForm } from './page-form.tsx';
import { headingOf, type Result, ResultBody } from './result.tsx';
import { Archived, captchaScript, Invited, People } from './signup-page.tsx';

interface Drawn {
  readonly page: OpenPage;
  readonly locale: Locale;
  readonly time: string;
  readonly entered: Entered;
  readonly isInvited: boolean;
  readonly isListed: boolean;
}

/** What the script draws into a page of the owner's, and what it says itself. */
export function embedForm({ page, locale, time, entered, isInvited, isListed }: Drawn) {
  const say = sayIn(locale);
  const { archive, form } = page.settings;
  const captcha = archive.enabled ? null : form.captcha;
  return {
    lang: locale,
    is_listed: isListed,
    style: embedStyle(page.settings.brand),
    html: render(
      <>
        {page.caller.isTest && <p class="test">{say('signup.test')}</p>}
        {archive.enabled ? (
          <Archived page={page} say={say} />
        ) : (
          <>
            {isInvited && <Invited say={say} />}
            <PageForm page={page} say={say} time={time} entered={entered} captcha="slot" />
          </>
        )}
        <People page={page} say={say} />
      </>,
    ),
    site_key: page.caller.isTest ? null : (captcha?.site_key ?? null),
    captcha_url: `${captchaScript}?render=explicit`,
    texts: { failed: say('signup.away') },
  };
}

/** What the script draws instead of the form after a signup. */
export function embedResult(_: OpenPage, locale: Locale, result: Result) {
  const say = sayIn(locale);
  return {
    ok: true,
    html: render(
      <div class="stack result">
        <h2 tabindex={-1}>{headingOf(result, say)}</h2>
        <ResultBody result={result} locale={locale} />
      </div>,
    ),
  };
}
