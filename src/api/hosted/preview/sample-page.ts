import type { Caller } from '../../../shared/account/api-keys/caller.ts';
import type { BrandSettings } from '../../../shared/capabilities/branding/settings.ts';
import { toLadder } from '../../../shared/capabilities/rewards/ladder.ts';
import type { FieldDefinition } from '../../../shared/list/fields/schema.ts';
import { referralLink } from '../../../shared/list/links/page-urls.ts';
import { signupPageUrl } from '../../../shared/list/links/signup-page.ts';
import type { WaitlistSettings } from '../../../shared/list/parts.ts';
import type { SignupStatus } from '../../../shared/list/status/read-status.ts';
import type { Locale } from '../../../shared/platform/language/locales.ts';
import { maskName } from '../../../shared/platform/schema/mask.ts';
import type { HostedPage } from '../document/hosted-page.tsx';
import { signupPageOf } from '../signup/signup-page.tsx';
import { statusPageOf } from '../status/status-page.tsx';
import type { StatusView } from '../status/status-view.ts';

/** The pages that a preview can show: the signup page, and the status page in each of its states. */
export const sampleStates = ['signup', 'new', 'moved', 'reward', 'invited', 'unconfirmed'] as const;
export type SampleState = (typeof sampleStates)[number];

/** A list whose pages are shown. */
interface SampleList {
  readonly name: string;
  readonly referral_bonus: number | null;
  readonly settings: WaitlistSettings;
  readonly fields: readonly FieldDefinition[];
  readonly brand: BrandSettings;
}

interface Sample {
  readonly list: SampleList;
  readonly caller: Caller;
  readonly locale: Locale;
  readonly baseUrl: string;
}

/** A page as somebody made up sees it: with the list's own names and rules, and nobody's data. */
export function samplePageOf(state: SampleState, sample: Sample): HostedPage {
  return state === 'signup' ? signupPage(sample) : statusPageOf(statusView(state, sample));
}

const people = 2_021;
const joinedAt = 1_284;
const code = 'k3v9x2m8qd';

function signupPage({ list, caller, locale, baseUrl }: Sample): HostedPage {
  const { settings, fields: definitions, brand } = list;
  const asked = definitions.filter(({ key, required }) => required || settings.form.fields.includes(key));
  const form = { ...settings.form, captcha: null, fields: asked.map(({ key }) => key) };
  const page = {
    ...{ id: '', waitlist_id: '', name: '', url: baseUrl, type: 'turnstile', sealed_captcha: null },
    ...{ waitlist_name: list.name, definitions, caller },
    total: settings.page.show_total ? people : null,
    settings: { ...settings, brand, form },
  };
  return signupPageOf({ page, locale, time: '', entered: {}, isInvited: false, cardVersion: '' });
}

function statusView(
  state: Exclude<SampleState, 'signup'>,
  { list, caller, locale, baseUrl }: Sample,
): StatusView {
  const { name, settings, brand } = list;
  const rewards = settings.rewards.length > 0 ? settings.rewards : sampleRewards;
  const [firstReward = sampleReward] = rewards.toSorted((one, other) => one.at - other.at);
  const hasRewards = state === 'reward' || (settings.links.show_rewards && settings.rewards.length > 0);
  const friends = {
    new: 0,
    moved: firstReward.at > 2 ? 2 : 1,
    reward: firstReward.at,
    invited: 4,
    unconfirmed: 0,
  }[state];
  const bonus = list.referral_bonus ?? (state === 'moved' ? sampleBonus : null);
  const place = Math.max(1, joinedAt - friends * (bonus ?? 0));
  const hidden = new Set(settings.links.hide);
  const isShown = !hidden.has('position');
  const reached = rewards
    .filter(({ at }) => at <= friends)
    .map(({ key, at }) => ({ key, at, reached_at: new Date(0).toISOString() }));
  const page = signupPageUrl(settings, caller.accountId, baseUrl) ?? samplePage;
  const status: SignupStatus = {
    waitlist_name: name,
    position: isShown ? joinedAt : null,
    display_position: isShown && bonus !== null ? place : null,
    total: hidden.has('total') ? null : people,
    referral_code: code,
    referral_link: referralLink(page, code),
    referral_count: friends,
    confirmed: state === 'unconfirmed' ? false : null,
    rewards: null,
    ladder: hasRewards ? toLadder(rewards, reached, friends) : null,
    invitation_state: state === 'invited' ? 'invited' : null,
    invitation_url: state === 'invited' ? samplePage : null,
    moved: isShown && bonus !== null ? joinedAt - place : null,
    per_referral: bonus,
    rank: isShown ? place : null,
  };
  const { public: isPublic, name_field } = settings.leaderboard;
  const leaderboard = isPublic ? leadersBefore(friends, name_field !== null) : null;
  return { status, leaderboard, brand, locale, path: null, linkAgain: null };
}

/** What a list without its own is shown with, where the state is about it. */
const sampleBonus = 5;
const sampleReward = { at: 3, key: 'stickers', name: 'Sticker pack', text: 'Five of them, by post.' };
const sampleRewards = [sampleReward, { at: 10, key: 'early', name: 'Early access' }];
const samplePage = 'https://example.com/';

const leaders = [
  ['Ada', 31],
  ['Grace', 24],
  ['Alan', 17],
] as const;

const leadersBefore = (friends: number, hasNames: boolean): StatusView['leaderboard'] => ({
  entries: leaders.map(([name, referral_count], index) => ({
    rank: index + 1,
    name: hasNames ? name : maskName(`${name.toLowerCase()}@`),
    referral_count,
    isYou: false,
  })),
  you: { rank: friends > 0 ? 12 : null, referral_count: friends },
});
