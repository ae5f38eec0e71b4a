import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import './style.css';

export const metadata: Metadata = {
  title: 'Acme Notes',
  description: 'Write it down once. Acme Notes brings it back when you need it.',
};

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <header>Acme Notes</header>
        {children}
      </body>
    </html>
  );
}
