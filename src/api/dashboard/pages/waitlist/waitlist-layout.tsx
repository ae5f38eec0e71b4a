import type { FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import type { Waitlist } from '../../../../shared/list/waitlists/schema.ts';
import type { Asset } from '../../assets.ts';
import type { FormError } from '../../pages.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { Layout } from '../../parts/layout.tsx';
import { pageOf } from '../../parts/page-context.ts';
import { maySee } from '../../rights.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on all pages of one waitlist. */
    waitlist: Waitlist;
    /** Whether anybody has earned a reward on it, or can. */
    hasRewards: boolean;
  }
}

const tabs = [
  ['', 'Signups'],
  ['/invite', 'Invite'],
  ['/write', 'Write'],
  ['/rewards', 'Rewards'],
  ['/statistics', 'Statistics'],
  ['/email', 'Emails'],
  ['/review', 'Review'],
  ['/settings', 'Settings'],
] as const;
type Tab = (typeof tabs)[number][1];

/** Pages that are reached from a tab, with their paths. */
const below = {
  Import: ['/imports', 'Signups'],
  'Custom fields': ['/fields', 'Settings'],
} as const satisfies Readonly<Record<string, readonly [path: string, tab: Tab]>>;

interface WaitlistLayoutProps {
  /** The current tab, or a page below one. */
  readonly title: Tab | keyof typeof below;
  /** What the page is of that tab, where it has several. */
  readonly part?: string | undefined;
  readonly request: FastifyRequest;
  readonly formError?: FormError | undefined;
  readonly actions?: ComponentChildren;
  readonly scripts?: readonly Asset[];
  readonly toasts?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page of one waitlist. */
export function WaitlistLayout({ title, part, request, children, ...layout }: WaitlistLayoutProps) {
  const { id, name } = request.waitlist;
  const root = `/dashboard/waitlists/${id}`;
  const [above, current] = isBelow(title) ? below[title] : [pathOf(title), title];
  const isUsed = (label: Tab) => label !== 'Rewards' || request.hasRewards || title === label;
  const shown = tabs.filter(([path, label]) => isUsed(label) && maySee(request.session.role, root + path));
  const links = (
    <nav class="tabs" aria-label={`Pages of ${name}`}>
      <ul>
        {shown.map(([path, label]) => (
          <li key={path}>
            <a
              href={root + path}
              aria-current={currentOf(label, part === undefined ? title : undefined, current)}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
  return (
    <Layout
      title={part === undefined ? title : `${part} · ${title}`}
      subject={name}
      page={pageOf(request)}
      tabs={links}
      {...layout}
    >
      {current !== title && (
        <p class="trail">
          <a href={root + pathOf(current)}>{current}</a>
          <Icon name="chevron-right" size={14} />
          {part === undefined ? (
            <span>{title}</span>
          ) : (
            <>
              <a href={root + above}>{title}</a>
              <Icon name="chevron-right" size={14} />
              <span>{part}</span>
            </>
          )}
        </p>
      )}
      {children}
    </Layout>
  );
}

const isBelow = (title: Tab | keyof typeof below): title is keyof typeof below => title in below;

const pathOf = (tab: Tab): string => tabs.find(([, label]) => label === tab)?.[0] ?? '';

/** For `aria-current`: 'page' on the tab itself, 'true' on pages below it. */
function currentOf(label: Tab, title: string | undefined, current: Tab): 'page' | 'true' | undefined {
  if (label === title) return 'page';
  return label === current ? 'true' : undefined;
}
