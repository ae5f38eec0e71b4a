import { assetUrl } from '../../assets.ts';
import { maySee } from '../../rights.ts';
import { roleTexts } from '../../role-texts.ts';
import { Form, Submit } from '../form.tsx';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-names.ts';
import type { PageContext } from '../page-context.ts';
import { SideCount } from './side-count.tsx';

type Item = readonly [href: string, name: string, icon: IconName];

/** The pages of every day. On a phone they are the bar at the bottom. */
const daily: readonly Item[] = [
  ['/dashboard', 'Overview', 'house'],
  ['/dashboard/waitlists', 'Waitlists', 'list-ordered'],
  ['/dashboard/people', 'People', 'user-round-search'],
  ['/dashboard/email', 'Email', 'mail'],
];

const others: readonly Item[] = [['/dashboard/integrations', 'Integrations', 'plug']];

const settings: readonly Item[] = [
  ['/dashboard/api-keys', 'API keys', 'key-round'],
  ['/dashboard/apps', 'Connected apps', 'blocks'],
  ['/dashboard/users', 'Users', 'users-round'],
  ['/dashboard/account', 'Account', 'settings'],
  ['/dashboard/account/audit-log', 'Audit log', 'scroll-text'],
];

/** The way to every page: beside it, and on a phone below it. */
export function Sidebar({ page }: { readonly page: PageContext }) {
  const { session, path } = page;
  const { role } = session;
  const shownSettings = settings.filter(([href]) => maySee(role, href));
  const shown = [...daily, ...others, ...shownSettings].map(([href]) => href);
  const link = ([href, name, icon]: Item) => (
    <a href={href} aria-current={currentOf(path, href, shown)}>
      <Icon name={icon} />
      {name}
    </a>
  );
  return (
    <>
      <header class="top">
        <Brand name={session.accountName} />
        {session.caller.isTest && <span class="tag warn">Test mode</span>}
        <a class="jump-link" href="/dashboard/search" aria-label="Search">
          <Icon name="search" />
        </a>
      </header>
      <aside id="menu" class="side" aria-label="Sidebar" popover="auto">
        <Brand name={session.accountName} />
        {session.caller.isTest && <span class="tag warn">Test mode</span>}
        <a class="jump-link" href="/dashboard/search" aria-current={currentOf(path, '/dashboard/search')}>
          <Icon name="search" />
          Search
          <kbd hidden />
        </a>
        <nav aria-label="Main">
          <ul>
            {[...daily, ...others].map((item) => (
              <li key={item[0]}>
                {link(item)}
                {item[1] === 'Waitlists' && <Lists page={page} />}
              </li>
            ))}
          </ul>
          <h2 id="settings-menu">Settings</h2>
          <ul aria-labelledby="settings-menu">
            {shownSettings.map((item) => (
              <li key={item[0]}>{link(item)}</li>
            ))}
          </ul>
        </nav>
        <div class="who">
          <a href="/dashboard/profile" aria-current={currentOf(path, '/dashboard/profile')}>
            <Icon name="circle-user-round" />
            <span>{session.email}</span>
          </a>
          {role !== 'owner' && <span class="tag">{roleTexts[role].name}</span>}
          <div class="row">
            <ModeSwitch isTest={session.caller.isTest} />
            <Form action="/dashboard/sign-out">
              <Submit class="plain">
                <Icon name="log-out" />
                Sign out
              </Submit>
            </Form>
          </div>
        </div>
      </aside>
      <nav class="bar" aria-label="Quick">
        {daily.map(link)}
        <button type="button" class="plain" popovertarget="menu">
          <Icon name="ellipsis" />
          Menu
        </button>
      </nav>
    </>
  );
}

function Brand({ name }: { readonly name: string }) {
  return (
    <a class="brand" href="/dashboard">
      <img src={assetUrl('icon.svg')} alt="" width="24" height="24" />
      <span>{name}</span>
    </a>
  );
}

/** The newest waitlists, and the one that is open. */
function Lists({ page: { lists, path } }: { readonly page: PageContext }) {
  if (lists === undefined || lists.shown.length === 0) return null;
  return (
    <ul class="lists">
      {lists.shown.map((list) => {
        const { id, name } = list;
        const href = `/dashboard/waitlists/${id}`;
        return (
          <li key={id}>
            <a href={href} aria-current={currentOf(path, href)}>
              <span>{name}</span>
              <SideCount list={list} />
            </a>
          </li>
        );
      })}
      {lists.hasMore && (
        <li>
          <a href="/dashboard/waitlists">All waitlists</a>
        </li>
      )}
    </ul>
  );
}

/** The way between the live account and its test mode (N8). */
function ModeSwitch({ isTest }: { isTest: boolean }) {
  return (
    <Form action="/dashboard/mode">
      <input type="hidden" name="mode" value={isTest ? 'live' : 'test'} />
      <Submit class="plain">
        <Icon name="flask-conical" />
        {isTest ? 'Leave test mode' : 'Test mode'}
      </Submit>
    </Form>
  );
}

/** For `aria-current`: 'page' on the page itself, 'true' on pages below it that have no link of their own. */
function currentOf(path: string, href: string, shown: readonly string[] = []): 'page' | 'true' | undefined {
  if (path === href) return 'page';
  const isBelow = href !== '/dashboard' && path.startsWith(`${href}/`) && !shown.includes(path);
  return isBelow ? 'true' : undefined;
}
