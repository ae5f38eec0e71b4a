import type { ComponentChildren } from 'preact';
import { type Asset, assetUrl, fontUrl } from '../assets.ts';

interface DocumentProps {
  readonly title: string;
  /** In addition to the script of every page. */
  readonly scripts?: readonly Asset[] | undefined;
  readonly children: ComponentChildren;
}

/** The HTML document of every page, including the sign-in. */
export function Document({ title, scripts = [], children }: DocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href={assetUrl('icon.svg')} />
        <link rel="preload" href={fontUrl} as="font" type="font/woff2" crossorigin="anonymous" />
        <link rel="stylesheet" href={assetUrl('dashboard.css')} />
        {['dashboard.js' as const, ...scripts].map((script) => (
          <script key={script} type="module" src={assetUrl(script)} />
        ))}
      </head>
      <body>{children}</body>
    </html>
  );
}
