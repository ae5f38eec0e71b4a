import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { Asset } from '../assets.ts';
import type { Flash } from '../flash.ts';
import type { FormError } from '../pages.ts';
import { Document } from './document.tsx';
import { Sidebar } from './frame/sidebar.tsx';
import { Toast } from './live/toast.tsx';
import { Page, type PageContext } from './page-context.ts';

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
  /** What succeeded, as toasts; the result of a form comes below them. */
  readonly toasts?: ComponentChildren;
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
  toasts,
  children,
}: LayoutProps) {
  const { session, flash } = page;
  return (
    <Page.Provider value={{ ...page, formError }}>
      <Document title={[...new Set([title, subject, session.accountName])].join(' · ')} scripts={scripts}>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <div class="toasts">
          {toasts}
          {!formError && flash?.tone === 'good' && flash.at === undefined && <Toast>{flash.text}</Toast>}
        </div>
        <Sidebar page={page} />
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
          {!formError && flash?.tone === 'bad' && flash.at === undefined && <FlashMessage flash={flash} />}
          {children}
        </main>
      </Document>
    </Page.Provider>
  );
}

/** The result of the form that was sent before, where it is read: what succeeded elsewhere is a toast. */
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
