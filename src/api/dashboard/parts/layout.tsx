import type { ComponentChildren } from 'preact';
import { type Asset, assetUrl } from '../assets.ts';
import type { Refusal } from '../pages.ts';
import { Document } from './document.tsx';
import { Form } from './form.tsx';
import { Page, type PageContext } from './page-context.ts';

/** The places of the menu, in its order. */
const places = [
  ['/dashboard', 'Overview'],
  ['/dashboard/waitlists', 'Waitlists'],
  ['/dashboard/email', 'Email'],
  ['/dashboard/integrations', 'Integrations'],
  ['/dashboard/api-keys', 'API keys'],
  ['/dashboard/users', 'Users'],
] as const;

interface LayoutProps {
  readonly title: string;
  /** What the page is about, where it is one of several pages on the same; else the title itself. */
  readonly subject?: string;
  readonly page: PageContext;
  /** What the form was refused with that this page answers. */
  readonly refusal?: Refusal | undefined;
  /** Under the heading: the pages on the same subject. */
  readonly tabs?: ComponentChildren;
  /** Beside the heading: what can be done here. */
  readonly actions?: ComponentChildren;
  readonly scripts?: readonly Asset[];
  readonly children: ComponentChildren;
}

/** A page of somebody who is signed in. */
export function Layout({
  title,
  subject = title,
  page,
  refusal,
  tabs,
  actions,
  scripts,
  children,
}: LayoutProps) {
  const { session, path, notice } = page;
  return (
    <Page.Provider value={page}>
      <Document title={[...new Set([title, subject, session.accountName])].join(' · ')} scripts={scripts}>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <header class="top">
          <a class="brand" href="/dashboard">
            <img src={assetUrl('icon.svg')} alt="" width="24" height="24" />
            {session.accountName}
          </a>
          <nav aria-label="Main">
            <ul>
              {places.map(([href, name]) => (
                <li key={href}>
                  <a href={href} aria-current={currentOf(path, href)}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div class="who">
            <a href="/dashboard/profile" aria-current={currentOf(path, '/dashboard/profile')}>
              {session.email}
            </a>
            <Form action="/dashboard/sign-out">
              <button type="submit" class="quiet small">
                Sign out
              </button>
            </Form>
          </div>
        </header>
        <main id="main">
          <div class="title">
            <h1>{subject}</h1>
            {actions}
          </div>
          {tabs}
          {refusal && (
            <p class="message bad" role="alert">
              {refusal.message}
            </p>
          )}
          {!refusal && notice !== undefined && (
            <p class={`message ${notice.tone}`} role={notice.tone === 'bad' ? 'alert' : 'status'}>
              {notice.text}
            </p>
          )}
          {children}
        </main>
      </Document>
    </Page.Provider>
  );
}

/** For `aria-current`: the page itself, or the place that it belongs to. */
function currentOf(path: string, href: string): 'page' | 'true' | undefined {
  if (path === href) return 'page';
  return href !== '/dashboard' && path.startsWith(`${href}/`) ? 'true' : undefined;
}
