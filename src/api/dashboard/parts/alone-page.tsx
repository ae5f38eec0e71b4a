import type { ComponentChildren } from 'preact';
import { assetUrl } from '../assets.ts';
import type { Flash } from '../flash.ts';
import type { FormError } from '../pages.ts';
import { Document } from './document.tsx';

interface AlonePageProps {
  readonly title: string;
  /** The result of the form that led here. */
  readonly flash?: Flash | undefined;
  readonly formError?: FormError | undefined;
  readonly children: ComponentChildren;
}

/** A page without a session, such as the sign-in. */
export function AlonePage({ title, flash, formError, children }: AlonePageProps) {
  return (
    <Document title={title}>
      <main class="alone card">
        <img src={assetUrl('icon.svg')} alt="" width="40" height="40" />
        <h1>{title}</h1>
        {formError && (
          <p class="message bad" role="alert">
            {formError.message}
          </p>
        )}
        {!formError && flash && (
          <p class={`message ${flash.tone}`} role="status">
            {flash.text}
          </p>
        )}
        {children}
      </main>
    </Document>
  );
}
