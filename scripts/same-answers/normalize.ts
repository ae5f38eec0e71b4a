import { createHmac } from 'node:crypto';
import type { Entry } from './recorder.ts';

/** What differs between two runs of the same build. */
interface Run {
  readonly startedAt: number;
  /** Texts that are replaced wherever they appear, such as a URL. */
  readonly names: ReadonlyMap<string, string>;
  /** Of the webhook whose signatures are checked. */
  readonly signingSecret?: string | undefined;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const daysAround = 40;

const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const codes = /referral_code\\*":\s*\\*"([0-9a-hjkmnp-tv-z]{10})\\*"/g;

/**
 * Replaces ids, referral codes, times and the like by placeholders. An id or a code is named after the answer
 * that shows it first, so equal ids stay equal, and one id more does not rename those of later answers.
 */
export function normalize(entries: readonly Entry[], run: Run): Entry[] {
  const known = new Map(run.names);
  let answers = 0;
  let names = 0;
  return entries.map((entry) => {
    if (entry.status !== undefined) {
      answers += 1;
      names = 0;
    }
    const checked = checkHeaders(entry, run.signingSecret);
    const whole = [checked.title, ...checked.headers, checked.body].join('\n');
    const learn = (kind: string, texts: Iterable<string>) => {
      for (const text of texts)
        if (!known.has(text) && !isMadeUp(text)) {
          names += 1;
          known.set(text, `<${kind}-${answers}.${names}>`);
        }
    };
    learn('id', whole.match(ids) ?? []);
    learn(
      'code',
      [...whole.matchAll(codes)].map(([, code = '']) => code),
    );
    const replace = (text: string) => replaceTimes(replaceKnown(text, known), run.startedAt);
    return {
      ...checked,
      title: replace(checked.title),
      headers: checked.headers.map(replace),
      body: replace(checked.body),
    };
  });
}

/** The referral code of test events. */
function isMadeUp(text: string): boolean {
  return /^(.)\1+$/.test(text);
}

function replaceKnown(text: string, known: ReadonlyMap<string, string>): string {
  let replaced = text;
  for (const [value, name] of known)
    if (replaced.includes(value)) replaced = replaced.replaceAll(value, name);
  return replaced;
}

/** Times near the run are its own; other times came from the story and must stay. */
function replaceTimes(text: string, startedAt: number): string {
  const isNow = (time: string) => Math.abs(Date.parse(time) - startedAt) < hourMs;
  const today = Math.floor(startedAt / dayMs);
  return text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (time) => (isNow(time) ? '<time>' : time))
    .replace(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g, (all, day, time) =>
      isNow(`${day}T${time}Z`) ? '<minute>' : all,
    )
    .replace(/\d{4}-\d\d-\d\d/g, (day) => {
      const days = Date.parse(day) / dayMs - today;
      return Math.abs(days) <= daysAround ? `<today${days}>` : day;
    })
    .replace(/(\/u\/|%2Fu%2F)[\w-]{40,}/g, '$1<token>')
    .replace(/(in|Wait) \d+ s(?=[.,])/g, '$1 <seconds> s')
    .replace(/"signing_secret":"[^"]+"/g, '"signing_secret":"<secret>"');
}

/** Replaces what headers say of the moment or the body, after a check that it is right. */
function checkHeaders(entry: Entry, signingSecret: string | undefined): Entry {
  const values = new Map(entry.headers.map((line) => line.split(/: (.*)/s) as [string, string]));
  const hasLimit = Number(values.get('ratelimit-limit')) < 1_000_000;
  const signature = () =>
    `v1=${createHmac('sha256', signingSecret ?? '')
      .update(`${values.get('service-timestamp')}.${entry.body}`)
      .digest('hex')}`;
  const replacements: Readonly<Record<string, (value: string) => string>> = {
    'content-length': (value) => (Number(value) === Buffer.byteLength(entry.body) ? '<of the body>' : value),
    'ratelimit-remaining': (value) => (hasLimit ? value : '<remaining>'),
    'ratelimit-reset': seconds,
    'retry-after': seconds,
    'service-timestamp': (value) => (/^\d{10}$/.test(value) ? '<unix time>' : value),
    'service-signature': (value) => (value === signature() ? '<valid>' : value),
    'webhook-id': (value) => value.replace(ids, '<event id>'),
    'webhook-timestamp': (value) => (/^\d{10}$/.test(value) ? '<unix time>' : value),
    'webhook-signature': (value) => value.replace(/^v1,[\w+/]{43}=$/, '<signature>'),
    'x-request-id': (value) => value.replace(ids, '<request id>'),
  };
  return {
    ...entry,
    headers: [...values].map(([name, value]) => `${name}: ${replacements[name]?.(value) ?? value}`),
  };
}

function seconds(value: string): string {
  return /^[1-9]\d?$/.test(value) ? '<seconds>' : value;
}
