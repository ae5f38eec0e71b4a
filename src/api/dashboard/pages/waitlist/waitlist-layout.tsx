import type { FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import type { Waitlist } from '../../../../shared/list/waitlists/schema.ts';
import type { Asset } from '../../assets.ts';
import type { FormError } from '../../pages.ts';
import { Layout } from '../../parts/layout.tsx';
import { pageOf } from '../../parts/page-context.ts';
import { maySee } from '../../rights.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on all pages of one waitlist. */
    waitlist: Waitlist;
  }
}

const tabs = [
  ['', 'Signups'],
  ['/invite', 'Invite'],
  ['/statistics', 'Statistics'],
  ['/fields', 'Fields'],
  ['/email', 'Emails'],
  ['/review', 'Review'],
  ['/imports', 'Import'],
  ['/settings', 'Settings'],
] as const;

interface WaitlistLayoutProps {
  /** The current tab. */
  readonly title: (typeof tabs)[number][1];
  readonly request: FastifyRequest;
  readonly formError?: FormError | undefined;
  readonly actions?: ComponentChildren;
  readonly scripts?: readonly Asset[];
  readonly children: ComponentChildren;
}

/** A page of one waitlist. */
export function WaitlistLayout({ title, request, children, ...layout }: WaitlistLayoutProps) {
  const { id, name } = request.waitlist;
  const root = `/dashboard/waitlists/${id}`;
  const shown = tabs.filter(([path]) => maySee(request.session.role, root + path));
  const links = (
    <nav class="tabs" aria-label={`Pages of ${name}`}>
      <ul>
        {shown.map(([path, label]) => (
          <li key={path}>
            <a href={root + path} aria-current={label === title ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
  return (
    <Layout title={title} subject={name} page={pageOf(request)} tabs={links} {...layout}>
      {children}
    </Layout>
  );
}
