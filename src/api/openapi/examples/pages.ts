import { reasonDefaults } from '../../../shared/list/signals/reasons.ts';
import type { Example } from './example.ts';

/** The settings of a waitlist, as reading and changing them answer. */
const settings = {
  links: { site_url: 'https://notes.example.com/', status_page: true, hide: ['total'], show_rewards: true },
  confirmation: {
    enabled: false,
    expires_hours: 48,
    url: null,
    redirect_url: null,
    remind_after_hours: null,
    credit: 'on_signup',
  },
  abuse: {
    mode: 'off',
    velocity: { per_hour: 20, burst: 20 },
    settle_hours: 48,
    hold_email: false,
    reasons: reasonDefaults,
    block_domains: [],
    allow_domains: [],
    allow_networks: [],
  },
  rewards: [
    { at: 1, key: 'stickers' },
    { at: 10, key: 't-shirt' },
  ],
  leaderboard: { name_field: null, public: true },
  invitations: { url: 'https://notes.example.com/welcome', require_email_match: true },
  form: {
    enabled: false,
    id: null,
    url: null,
    script_url: null,
    origins: [],
    captcha: null,
    redirect_url: null,
    fields: [],
  },
  retention: { unconfirmed_days: 30, delete_on: null, delete_after_conversion_days: null },
};

/** Examples of settings, and what a person's browser calls. */
export const pagesExamples = {
  readSettings: {
    params: { id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f' },
    answers: {
      '200': settings,
    },
  },
  updateSettings: {
    params: { id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f' },
    body: {
      links: { site_url: 'https://notes.example.com/', status_page: true },
      rewards: [
        { at: 1, key: 'stickers' },
        { at: 10, key: 't-shirt' },
      ],
    },
    answers: {
      '200': settings,
    },
  },
  revokeLinks: {
    params: { id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f' },
    body: { kind: 'status' },
    answers: {},
  },
  readStatus: {
    answers: {
      '200': {
        waitlist_name: 'Acme Notes',
        position: 4,
        display_position: 4,
        total: null,
        referral_code: 'yw21t7b91h',
        referral_link: 'https://notes.example.com/?ref=yw21t7b91h',
        referral_count: 0,
        confirmed: null,
        invitation_state: null,
        rewards: [],
      },
    },
  },
  readPublicLeaderboard: {
    query: { limit: 3 },
    answers: {
      '200': {
        data: [{ rank: 1, name: 'a…', referral_count: 1 }],
        total: 1,
        limit: 3,
        offset: 0,
        has_more: false,
        you: { rank: null, referral_count: 0 },
      },
    },
  },
  readLeaderboard: {
    params: { id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f' },
    query: { limit: 3 },
    answers: {
      '200': {
        data: [{ rank: 1, name: 'a…', referral_count: 1 }],
        total: 1,
        limit: 3,
        offset: 0,
        has_more: false,
      },
    },
  },
  submitForm: {
    params: { form_id: 'f_Jx0pQ2v7T1mZc9LrK4hWaQ' },
    body: {
      email: 'margaret@example.com',
      ref: 'c2majcc6rg',
      utm_source: 'newsletter',
      company: 'Acme',
      _time: 'AZ9r3k0cD2vWJ8yQmT4xLp6uHsEoNb',
    },
    answers: { '200': { ok: true, message: 'Thank you. You are on the list.' } },
  },
  signFormTime: {
    params: { form_id: 'f_Jx0pQ2v7T1mZc9LrK4hWaQ' },
    answers: { '200': { time: 'AZ9r3k0cD2vWJ8yQmT4xLp6uHsEoNb' } },
  },
} as const satisfies Readonly<Record<string, Example>>;
