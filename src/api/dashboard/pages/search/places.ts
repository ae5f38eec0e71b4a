import type { Role } from '../../../../shared/account/scopes.ts';
import type { IconName } from '../../parts/icons/icon-names.ts';
import { maySee } from '../../rights.ts';

/** Somewhere to go, or something to begin there. */
export interface Place {
  readonly name: string;
  readonly href: string;
  readonly icon: IconName;
  /** What it belongs to, such as a waitlist. */
  readonly of?: string;
  /** Other words that people may type for it. */
  readonly words?: string;
}

const root = '/dashboard';

const pages: readonly Place[] = [
  { name: 'Overview', href: root, icon: 'house', words: 'home start' },
  { name: 'Waitlists', href: `${root}/waitlists`, icon: 'list-ordered', words: 'lists' },
  { name: 'People', href: `${root}/people`, icon: 'user-round-search', words: 'privacy erase export gdpr' },
  { name: 'Email', href: `${root}/email`, icon: 'mail', words: 'provider smtp allowance sending' },
  { name: 'Integrations', href: `${root}/integrations`, icon: 'plug', words: 'webhook slack discord events' },
  { name: 'API keys', href: `${root}/api-keys`, icon: 'key-round', words: 'token developers' },
  { name: 'Users', href: `${root}/users`, icon: 'users-round', words: 'team roles' },
  { name: 'Account', href: `${root}/account`, icon: 'settings', words: 'plan quota time zone chat' },
  { name: 'Audit log', href: `${root}/account/audit-log`, icon: 'scroll-text', words: 'history who' },
  { name: 'Your profile', href: `${root}/profile`, icon: 'circle-user-round', words: 'password sessions' },
  { name: 'Two-factor sign-in', href: `${root}/profile/two-factor`, icon: 'shield-check', words: '2fa totp' },
];

const actions: readonly Place[] = [
  { name: 'Create a waitlist', href: `${root}/waitlists#new`, icon: 'list-plus', words: 'new list' },
  { name: 'Create an API key', href: `${root}/api-keys`, icon: 'key-round', words: 'new token' },
  { name: 'Invite a colleague', href: `${root}/users`, icon: 'user-round-plus', words: 'new user team' },
];

/** The pages and actions of every waitlist, by their paths below it. */
const ofList: readonly Omit<Place, 'of'>[] = [
  { name: 'Signups', href: '', icon: 'list-ordered' },
  { name: 'Invite', href: '/invite', icon: 'send', words: 'wave invitations' },
  { name: 'Write', href: '/write', icon: 'megaphone', words: 'announcements mails newsletter' },
  { name: 'Rewards', href: '/rewards', icon: 'gift', words: 'earned hand over ship fulfil referrals' },
  { name: 'Statistics', href: '/statistics', icon: 'chart-no-axes-column', words: 'chart sources sites' },
  { name: 'Emails', href: '/email', icon: 'mail', words: 'templates' },
  { name: 'Review', href: '/review', icon: 'shield-check', words: 'referrals fraud' },
  { name: 'Custom fields', href: '/fields', icon: 'text-cursor-input' },
  { name: 'Import', href: '/imports', icon: 'file-up', words: 'csv upload' },
  { name: 'Settings', href: '/settings', icon: 'settings', words: 'name bonus id' },
  { name: 'Brand', href: '/settings/brand', icon: 'palette', words: 'logo colours font settings' },
  { name: 'Signup page', href: '/settings/page', icon: 'sparkles', words: 'hosted embed settings' },
  { name: 'Form', href: '/settings/form', icon: 'text-cursor-input', words: 'captcha origins settings' },
  { name: 'Referral links', href: '/settings/links', icon: 'arrow-up-right', words: 'share settings' },
  { name: 'Archive or delete', href: '/settings/archive', icon: 'archive', words: 'remove close settings' },
  { name: 'Add a signup', href: '/add', icon: 'user-round-plus', words: 'new person by hand' },
];

interface List {
  readonly id: string;
  readonly name: string;
}

/** So many waitlists are named while nothing is typed. */
const shownLists = 6;

/** What a text finds, the pages that a role does not see left out. */
export interface FoundPlaces {
  readonly lists: readonly Place[];
  readonly pages: readonly Place[];
  readonly actions: readonly Place[];
}

/**
 * Finds waitlists, their pages, other pages and actions by the beginnings of words, in any order: `orb stat`
 * finds the statistics of Orbit. Without a text it names what people go to most. At most `limit` of each.
 */
export function findPlaces(text: string, lists: readonly List[], role: Role, limit: number): FoundPlaces {
  const typed = wordsOf(text);
  const isFound = ({ name, of = '', words = '' }: Place) => {
    const known = wordsOf(`${name} ${of} ${words}`);
    return typed.every((word) => known.some((each) => each.startsWith(word)));
  };
  const choose = (places: readonly Place[], most = limit) =>
    places
      .filter(({ href }) => maySee(role, href.split('#')[0] ?? href))
      .filter(isFound)
      .slice(0, most);
  const toPlaces = ({ id, name }: List): Place[] =>
    ofList.map((place) => ({ ...place, href: `${root}/waitlists/${id}${place.href}`, of: name }));
  const named = lists.map(
    ({ id, name }): Place => ({ name, href: `${root}/waitlists/${id}`, icon: 'list-ordered' }),
  );
  const below = typed.length === 0 ? [] : lists.flatMap((list) => toPlaces(list).slice(1));
  return {
    lists: choose(named, typed.length === 0 ? shownLists : limit),
    pages: choose([...pages, ...below]),
    actions: choose(actions),
  };
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
