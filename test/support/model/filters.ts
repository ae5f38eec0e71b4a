import { keyOf } from './inputs.ts';
import { check } from './refusal.ts';

/** A signup as far as filters look at it. */
interface Listed {
  readonly id: string;
  readonly email: string;
  readonly key: string;
  readonly code: string;
  readonly given: { readonly utm_source: string | null };
  readonly fields: Readonly<Record<string, unknown>>;
  readonly referrer: { readonly id: string } | null;
}
interface Fields {
  readonly fields: readonly { readonly key: string; readonly type: string }[];
}

type Query = Readonly<Record<string, string>>;
type IsMatch = (signup: Listed) => boolean;

const statuses = ['none', 'sent', 'delivered', 'opened', 'clicked', 'bounced'];
const isDay = (day: string) =>
  /^\d{4}-\d\d-\d\d$/.test(day) &&
  !Number.isNaN(Date.parse(day)) &&
  new Date(day).toISOString().startsWith(day);

/**
 * Checks the filters of a query (N1). @returns a function that checks those by custom fields, and combines
 * all. @throws Refusal
 */
export function filterOf(query: Query, today: string, others: readonly string[]): (list: Fields) => IsMatch {
  const names = Object.keys(query).filter((name) => !others.includes(name));
  const matches = names
    .filter((name) => !/^(?:not_)?field\../.test(name))
    .map((name) => matchOf(name, query[name] ?? '', today));
  const { created_from: from, created_to: to } = query;
  check(from === undefined || to === undefined || from <= to);
  return ({ fields }) => {
    const ofFields = names
      .filter((name) => /^(?:not_)?field\../.test(name))
      .map((name): IsMatch => {
        const [by, key = ''] = name.split('.');
        const value = fieldValueOf(query[name] ?? '', fields.find((field) => field.key === key)?.type);
        return (signup) => (signup.fields[key] === value) === (by === 'field');
      });
    return (signup) => [...matches, ...ofFields].every((isMatch) => isMatch(signup));
  };
}

/** All signups are of today, and no email was sent. */
function matchOf(name: string, text: string, today: string): IsMatch {
  switch (name) {
    case 'email': {
      const key = keyOf(text);
      return (signup) => signup.key === key;
    }
    case 'referral_code': {
      check(text.length <= 64);
      const plain = text.toLowerCase().replaceAll('-', '').replaceAll('o', '0').replace(/[il]/g, '1');
      return ({ code }) => code === plain;
    }
    case 'utm_source':
      check(text !== '' && text.length <= 200);
      return ({ given }) => given.utm_source === text;
    case 'email_status':
      check(statuses.includes(text));
      return () => text === 'none';
    case 'referred_by':
      return ({ referrer }) => referrer?.id === text;
    case 'created_from':
      check(isDay(text));
      return () => text <= today;
    case 'created_to':
      check(isDay(text));
      return () => today <= text;
    case 'q': {
      check(text.length >= 3);
      const part = text.toLowerCase();
      return ({ email, key }) => email.toLowerCase().includes(part) || key.includes(part);
    }
    case 'not_email_domains': {
      const domains = text.split(',');
      check(domains.every((domain) => domain.includes('.')));
      return ({ key }) => !domains.some((domain) => key.endsWith(`@${domain}`));
    }
    default:
      check(false);
      return () => false;
  }
}

/** The value of a field that a text stands for. @throws Refusal */
function fieldValueOf(text: string, type: string | undefined): unknown {
  if (type === 'string') return text;
  if (type === 'number') check(/^-?\d+(\.\d+)?$/.test(text));
  else check(type === 'boolean' && ['true', 'false'].includes(text));
  return JSON.parse(text);
}
