import { createHash } from 'node:crypto';
import type { ComponentChildren, VNode } from 'preact';
import { render } from 'preact-render-to-string';

const styles = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { display: grid; min-height: 100vh; margin: 0; place-items: center; background: Canvas; color: CanvasText; }
main { box-sizing: border-box; width: min(28rem, 100%); padding: 2rem 1.5rem; }
h1 { margin: 0 0 1.5rem; font-size: 1.25rem; overflow-wrap: anywhere; }
.place { margin: 0; font-size: 3.5rem; font-weight: 700; line-height: 1.1; font-variant-numeric: tabular-nums; }
p { margin: 0.5rem 0 0; }
section { margin-top: 2rem; }
label { font-weight: 600; }
input { box-sizing: border-box; width: 100%; margin-top: 0.25rem; padding: 0.6rem 0.75rem; font: inherit; color: inherit;
  background: color-mix(in srgb, CanvasText 6%, Canvas); border: 1px solid color-mix(in srgb, CanvasText 45%, Canvas); border-radius: 0.5rem; }
button { margin-top: 1.5rem; padding: 0.6rem 1.25rem; font: inherit; font-weight: 600; color: Canvas; background: CanvasText; border: 0;
  border-radius: 0.5rem; cursor: pointer; }
`;

/** Nothing but this stylesheet: no scripts, and nothing from other hosts. */
export const hostedContentPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

interface HostedDocumentProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** The HTML document of the pages that people on a list see. */
export function HostedDocument({ title, children }: HostedDocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        <main>{children}</main>
      </body>
    </html>
  );
}

/** A page that says one thing. */
export function MessagePage({ title = 'Waitlist', message }: { title?: string; message: string }) {
  return (
    <HostedDocument title={title}>
      <h1>{message}</h1>
    </HostedDocument>
  );
}

export const toHtml = (page: VNode) => `<!doctype html>${render(page)}`;
