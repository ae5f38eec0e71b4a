import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { type Asset, assetUrl } from '../assets.ts';
import type { Flash } from '../flash.ts';
import type { FormError } from '../pages.ts';
import { roleTexts } from '../role-texts.ts';
import { Document } from './document.tsx';
import { Form, Submit } from './form.tsx';
import { Page, type PageContext } from './page-context.ts';

const menuItems = [
  ['/dashboard', 'Overview'],
  ['/dashboard/waitlists', 'Waitlists'],
  ['/dashboard/people', 'People'],
  ['/dashboard/email', 'Email'],
  ['/dashboard/integrations', 'Integrations'],
  ['/dashboard/api-keys', 'API keys'],
  ['/dashboard/users', 'Users'],
  ['/dashboard/account', 'Account'],
] as const;

interface LayoutProps {
  readonly title: string;
  /** The heading, if the page is one of several on the same subject; the title by default. */
  readonly subject?: string;
  readonly page: PageContext;
  readonly formError?: FormError | undefined;
  /** Below the heading: links to the pages on the same subject. */
  readonly tabs?: ComponentChildren;
  /** Next to the heading: the main buttons of the page. */
  readonly actions?: ComponentChildren;
  readonly scripts?: readonly Asset[];
  readonly children: ComponentChildren;
}

/** A page behind the sign-in. */
export function Layout({
  title,
  subject = title,
  page,
  formError,
  tabs,
  actions,
  scripts,
  children,
}: LayoutProps) {
  const { session, path, flash } = page;
  return (
    <Page.Provider value={{ ...page, formError }}>
      <Document title={[...new Set([title, subject, session.accountName])].join(' · ')} scripts={scripts}>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <header class="top">
          <a class="brand" href="/dashboard">
            <img src={assetUrl('icon.svg')} alt="" width="24" height="24" />
            <span>{session.accountName}</span>
          </a>
          {session.caller.isTest && <span class="tag warn">Test mode</span>}
          <button type="button" class="quiet small menu-button" popovertarget="menu">
            Menu
          </button>
          <div id="menu" class="menu" popover="auto">
            <nav aria-label="Main">
              <ul>
                {menuItems.map(([href, name]) => (
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
              {session.role !== 'owner' && <span class="tag">{roleTexts[session.role].name}</span>}
              <ModeSwitch isTest={session.caller.isTest} />
              <Form action="/dashboard/sign-out">
                <Submit class="quiet small">Sign out</Submit>
              </Form>
            </div>
          </div>
        </header>
        <main id="main">
          <div class="title">
            <h1>{subject}</h1>
            {actions}
          </div>
          {tabs}
          {formError && (
            <p class="message bad" role="alert">
              {formError.message}
            </p>
          )}
          {!formError && flash !== undefined && flash.at === undefined && <FlashMessage flash={flash} />}
          {children}
        </main>
      </Document>
    </Page.Provider>
  );
}

/** The result of the form that was sent before. */
function FlashMessage({ flash: { tone, text } }: { readonly flash: Flash }) {
  return (
    <p class={`message ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {text}
    </p>
  );
}

/** The heading of a card with a form, with the result of the form below it. */
export function CardTitle({ id, children }: { readonly id: string; readonly children: string }) {
  const { flash, formError } = useContext(Page) ?? {};
  return (
    <>
      <h2 id={id}>{children}</h2>
      {!formError && flash?.at === id && <FlashMessage flash={flash} />}
    </>
  );
}

/** The way between the live account and its test mode (N8). */
function ModeSwitch({ isTest }: { isTest: boolean }) {
  return (
    <Form action="/dashboard/mode">
      <input type="hidden" name="mode" value={isTest ? 'live' : 'test'} />
      <Submit class="quiet small">{isTest ? 'Leave test mode' : 'Test mode'}</Submit>
    </Form>
  );
}

/** For `aria-current`: 'page' on the page itself, 'true' on the pages below it. */
function currentOf(path: string, href: string): 'page' | 'true' | undefined {
  if (path === href) return 'page';
  return href !== '/dashboard' && path.startsWith(`${href}/`) ? 'true' : undefined;
}
