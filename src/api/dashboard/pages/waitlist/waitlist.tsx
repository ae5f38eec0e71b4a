import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import { readWaitlist } from '../../../../shared/waitlists/read-waitlist.ts';
import type { Waitlist } from '../../../../shared/waitlists/schema.ts';
import { WaitlistParams } from '../../../routes/params.ts';
import type { WebContext } from '../../../web-context.ts';
import type { Asset } from '../../assets.ts';
import type { Refusal } from '../../pages.ts';
import { Layout } from '../../parts/layout.tsx';
import { pageOf } from '../../parts/page-context.ts';
import { emailPreviewPage } from './email-preview.tsx';
import { emailCopyPage } from './email-template.tsx';
import { fieldPage } from './field.tsx';
import { fieldsPage } from './fields.tsx';
import { settingsPage } from './settings.tsx';
import { signupPage } from './signup.tsx';
import { signupsPage } from './signups.tsx';
import { statisticsPage } from './statistics.tsx';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the pages of one waitlist are about. */
    waitlist: Waitlist;
  }
}

/** The pages of one waitlist, under its address. Each knows that the list is the account's: nothing below finds another's. */
export async function waitlistArea(app: FastifyInstance, { ctx }: { ctx: WebContext }): Promise<void> {
  app.decorateRequest('waitlist');
  app.addHook('onRoute', (route) => {
    route.schema = { params: WaitlistParams, ...route.schema };
  });
  app.addHook('preHandler', async (request) => {
    const { id } = request.params as { id: string };
    request.waitlist = await readWaitlist(ctx, request.session.caller, id.toLowerCase());
  });
  signupsPage(app, ctx);
  signupPage(app, ctx);
  statisticsPage(app, ctx);
  fieldsPage(app, ctx);
  fieldPage(app, ctx);
  emailCopyPage(app, ctx);
  emailPreviewPage(app, ctx);
  settingsPage(app, ctx);
}

const tabs = [
  ['', 'Signups'],
  ['/statistics', 'Statistics'],
  ['/fields', 'Fields'],
  ['/email', 'Signup email'],
  ['/settings', 'Settings'],
] as const;

interface WaitlistLayoutProps {
  /** Which of its pages this is. */
  readonly title: (typeof tabs)[number][1];
  readonly request: FastifyRequest;
  readonly refusal?: Refusal | undefined;
  readonly actions?: ComponentChildren;
  readonly scripts?: readonly Asset[];
  readonly children: ComponentChildren;
}

/** A page of one waitlist. */
export function WaitlistLayout({ title, request, children, ...layout }: WaitlistLayoutProps) {
  const { id, name } = request.waitlist;
  const root = `/dashboard/waitlists/${id}`;
  const links = (
    <nav class="tabs" aria-label={`Pages of ${name}`}>
      <ul>
        {tabs.map(([path, label]) => (
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
