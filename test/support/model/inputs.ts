import { domainToASCII } from 'node:url';
import type { Call } from './call.ts';
import { check, refuse } from './refusal.ts';

/** A request for a signup, with defaults filled in (§2.5, §4.3). */
export interface SignupInput {
  readonly email: string;
  readonly key: string;
  readonly utm_source: string | null;
  readonly referrer: string | null;
  readonly referral_code: string;
  readonly metadata: Record<string, string>;
  readonly fields: Record<string, unknown>;
  readonly locale: string | null;
  readonly include: readonly string[];
}

/** Whether a value is an integer in this range. */
export const isWhole = (value: unknown, min: number, max: number) =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;

/** A single line, trimmed and then measured in code points (C1.8b, C1.11). @throws Refusal */
export function oneLine(value: unknown, max: number): string {
  if (typeof value !== 'string') return refuse('invalid_request');
  const text = value.trim();
  check(text !== '' && [...text].length <= max && !/\p{Cc}/u.test(text));
  return text;
}

/** A copy of a body that must be an object. @throws Refusal */
export function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('invalid_request');
  return { ...value };
}

/** Reads limit and offset. @returns a function that makes the page of §2.10 */
export function pageOf(
  query: Readonly<Record<string, string>>,
): <Item>(items: readonly Item[]) => { data: Item[] } {
  const { limit: limitText = '50', offset: offsetText = '0' } = query;
  check(/^\d+$/.test(limitText) && /^\d+$/.test(offsetText));
  const [limit, offset] = [Number(limitText), Number(offsetText)];
  check(limit >= 1 && limit <= 200);
  return (items) => {
    const data = items.slice(offset, offset + limit);
    return { data, total: items.length, limit, offset, has_more: offset + data.length < items.length };
  };
}

/** An email in the form that is compared (C3.1, C3.6b). @throws Refusal */
export function keyOf(email: unknown): string {
  if (typeof email !== 'string') return refuse('invalid_request');
  const [local = '', domain = '', ...more] = email.trim().toLowerCase().split('@');
  check(more.length === 0 && /^[a-z]+$/.test(local) && domain.includes('.'));
  return `${local}@${domainToASCII(domain)}`;
}

/** The language tags that calls pass, in their canonical forms. */
const tags = new Map([
  ['de', 'de'],
  ['PT-br', 'pt-BR'],
]);

/** Validates a signup (§2.5, §4.3, C1.9). @throws Refusal */
export function toSignupInput({ body, referer }: Pick<Call, 'body' | 'referer'>): SignupInput {
  const input = objectOf(body);
  const text = (value: unknown, max: number) => {
    if (value === undefined || value === null) return null;
    check(typeof value === 'string' && [...value].length <= max);
    return String(value).trim() === '' ? null : String(value);
  };
  const metadata = objectOf(input.metadata ?? {});
  check(
    Object.entries(metadata).every(([key, value]) => /^\w{1,64}$/.test(key) && typeof value === 'string'),
  );
  const fields = objectOf(input.fields ?? {});
  check(
    Object.values(fields).every(
      (value) => value === null || ['string', 'number', 'boolean'].includes(typeof value),
    ),
  );
  const { include = [] } = input;
  check(
    Array.isArray(include) && include.every((name) => ['created', 'referral_count', 'locale'].includes(name)),
  );
  const key = keyOf(input.email);
  const locale = text(input.locale, 35);
  check(locale === null || tags.has(locale));
  return {
    email: String(input.email).trim(),
    key,
    utm_source: text(input.utm_source, 200),
    referrer: text(input.referrer === undefined ? referer : input.referrer, 2_000),
    referral_code: (text(input.referral_code, 64) ?? '')
      .toLowerCase()
      .replaceAll('-', '')
      .replaceAll('o', '0')
      .replace(/[il]/g, '1'),
    metadata: metadata as Record<string, string>,
    fields,
    locale: locale && (tags.get(locale) ?? null),
    include: include as string[],
  };
}
