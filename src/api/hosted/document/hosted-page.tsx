import type { FastifyReply } from 'fastify';
import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import type { Scheme } from '../../../shared/capabilities/branding/palette.ts';
import type { BrandSettings } from '../../../shared/capabilities/branding/settings.ts';
import type { Locale } from '../../../shared/platform/language/locales.ts';
import { baseStyle } from './base-style.ts';
import { brandStyle } from './brand-style.ts';
import { type Inline, inline } from './inline.ts';
import { varyBy } from './vary-by.ts';

type Directive = 'connect-src' | 'form-action' | 'frame-src' | 'img-src' | 'script-src';

/** A page that people on a list see. */
export interface HostedPage {
  /** Of the browser's tab. */
  readonly title: string;
  readonly brand: BrandSettings;
  readonly locale: Locale;
  /** The name of the list, at the top unless there is a logo. Null on pages about no list. */
  readonly name: string | null;
  /** The first heading of the card. */
  readonly heading: ComponentChildren;
  /** Shows the headline of the brand instead, and its text. */
  readonly hasIntro?: boolean;
  /** What is below the heading in the card. */
  readonly children?: ComponentChildren;
  /** What is below the card. */
  readonly below?: ComponentChildren;
  /** In the head of the document, such as tags for previews of links. */
  readonly head?: ComponentChildren;
  /** Stylesheets besides the frame's. */
  readonly styles?: readonly Inline[];
  /** Run once the page is there. A page works without them. */
  readonly scripts?: readonly Inline[];
  /** What else the page may use, besides nothing: sources by directive. */
  readonly sources?: { readonly [Name in Directive]?: readonly string[] };
  /** Whether search engines may list it. */
  readonly isIndexed?: boolean;
  /** Shows it as a device in this scheme does, whatever the visitor's is. Only previews do. */
  readonly scheme?: Scheme;
}

const base = inline(baseStyle);
/** As on phones, where scrollbars take no room: with one, a preview is narrower than its device. */
const previewStyle = inline('html { scrollbar-width: none; }');

const stylesOf = ({ brand, scheme, styles = [] }: HostedPage) => [base, brandStyle(brand, scheme), ...styles];

/**
 * The policy of a page: its own stylesheets and scripts by their hashes, pictures and forms of this service,
 * and nothing from other hosts.
 */
function contentPolicyOf(page: HostedPage, others: Readonly<Record<string, readonly string[]>> = {}) {
  const { scripts = [], sources = {} } = page;
  const allowed: Readonly<Record<string, readonly string[]>> = {
    'style-src': stylesOf(page).map(({ source }) => source),
    'script-src': [...scripts.map(({ source }) => source), ...(sources['script-src'] ?? [])],
    'img-src': ["'self'", ...(sources['img-src'] ?? [])],
    'form-action': ["'self'", ...(sources['form-action'] ?? [])],
    'connect-src': sources['connect-src'] ?? [],
    'frame-src': sources['frame-src'] ?? [],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    ...others,
  };
  return [
    "default-src 'none'",
    ...Object.entries(allowed)
      .filter(([, list]) => list.length > 0)
      .map(([directive, list]) => `${directive} ${list.join(' ')}`),
  ].join('; ');
}

/**
 * Sends a page with its policy. Browsers keep the answer to a form, so somebody who goes back to it sees it
 * again, instead of the question whether to send the form once more.
 */
export function sendPage(reply: FastifyReply, page: HostedPage) {
  if (reply.request.method === 'POST' && reply.statusCode < 300)
    reply.header('cache-control', 'private, no-cache');
  return varyBy(reply, 'Accept-Language')
    .header('content-security-policy', contentPolicyOf(page))
    .type('text/html; charset=utf-8')
    .send(toHtml(page));
}

/**
 * Sends a page for a frame of the dashboard, as a device in a scheme shows it. It does nothing: no script
 * runs, no form is sent and no link is followed, which would need a new window.
 */
export function sendPreview(reply: FastifyReply, page: HostedPage, scheme: Scheme) {
  const { head: _, ...shown } = page;
  const styles = [...(shown.styles ?? []), previewStyle];
  const still = { ...shown, scheme, styles, scripts: [], head: <base target="_blank" /> };
  const policy = contentPolicyOf(still, {
    'script-src': [],
    'form-action': ["'none'"],
    'connect-src': [],
    'frame-src': [],
    'frame-ancestors': ["'self'"],
  });
  return reply
    .header('content-security-policy', `${policy}; sandbox`)
    .type('text/html; charset=utf-8')
    .send(toHtml(still));
}

/** The HTML of a page. */
const toHtml = (page: HostedPage) => `<!doctype html>${render(<HostedDocument {...page} />)}`;

function HostedDocument(page: HostedPage) {
  const { title, brand, locale, name, heading, hasIntro = false, isIndexed = false } = page;
  const { children, below, head, scripts = [] } = page;
  return (
    <html lang={locale} dir={directionOf(locale)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {!isIndexed && <meta name="robots" content="noindex" />}
        <title>{title}</title>
        {head}
        {stylesOf(page).map(({ text, source }) => (
          <style key={source} dangerouslySetInnerHTML={{ __html: text }} />
        ))}
      </head>
      <body>
        <Head brand={brand} name={name} />
        <main class="card">
          <div class="intro">
            <h1 dir="auto">{(hasIntro && brand.headline) || heading}</h1>
            {hasIntro && brand.text !== null && (
              <p class="muted" dir="auto">
                {brand.text}
              </p>
            )}
          </div>
          {children}
        </main>
        {below}
        <Foot links={brand.links} />
        {scripts.map(({ text, source }) => (
          <script key={source} dangerouslySetInnerHTML={{ __html: text }} />
        ))}
      </body>
    </html>
  );
}

function Head({ brand: { logo }, name }: Pick<HostedPage, 'brand' | 'name'>) {
  if (logo === null && name === null) return null;
  return (
    <header class="head">
      {logo === null ? (
        <p class="name" dir="auto">
          {name}
        </p>
      ) : (
        <img src={logo} alt={name ?? ''} />
      )}
    </header>
  );
}

function Foot({ links }: Pick<BrandSettings, 'links'>) {
  if (links.length === 0) return null;
  return (
    <footer>
      <ul class="foot">
        {links.map(({ label, url }) => (
          <li key={url}>
            <a href={url} rel="noopener" dir="auto">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </footer>
  );
}

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);

/** In which direction a language is written. */
const directionOf = (locale: string) => (rightToLeft.has(locale.split('-')[0] ?? '') ? 'rtl' : 'ltr');
