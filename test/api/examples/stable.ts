import { createHash } from 'node:crypto';

const hour = 3_600_000;
const day = 24 * hour;
/** Times further away from the recording are the story's own. */
const nearDays = 60;

/** When the story begins. */
const storyBegins = Date.UTC(2026, 10, 21, 9, 0, 0, 517);
/** From one request to the next. */
const step = 61_379;

/**
 * A recording with ids, codes, tokens and times that are the same each time: texts by the order in which they
 * appear, and times by the request since which they are. @param begins when each request began, and when the
 * recording ended
 */
export function makeStable(recorded: string, begins: readonly number[]): string {
  return kinds
    .reduce((text, { pattern, make }) => replaceEach(text, pattern, make), recorded)
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (time) => {
      const at = Date.parse(time);
      return isNear(at, begins) ? new Date(toStoryTime(at, begins)).toISOString() : time;
    })
    .replace(/\b\d{4}-\d\d-\d\d\b(?!T)/g, (date) => {
      const at = Date.parse(date);
      const days = Math.floor(at / day) - Math.floor((begins[0] ?? 0) / day);
      return isNear(at, begins) ? new Date(storyBegins + days * day).toISOString().slice(0, 10) : date;
    });
}

/** Texts that differ from one recording to the next. The last group of a pattern is the text. */
const kinds: readonly { pattern: RegExp; make(seed: string, like: string): string }[] = [
  {
    pattern: /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/g,
    make: (seed) => {
      const made = hashOf(seed).toString('hex');
      return `01a1fd5${made[0]}-${made.slice(1, 5)}-7${made.slice(5, 8)}-8${made.slice(8, 11)}-${made.slice(11, 23)}`;
    },
  },
  {
    pattern: /(?:(?:referral_code|ref)\\*":\\*"|-[0-9a-f]{12},)([0-9a-z]{10})\b/g,
    make: (seed) => lettersOf(seed, '0123456789abcdefghjkmnpqrstvwxyz', 10),
  },
  {
    pattern: /\/brand\/([\w-]{24})(?=\.)/g,
    make: (seed) => lettersOf(seed, base62, 24),
  },
  {
    pattern: /(whsec_[\w+/]{43}=)/g,
    make: (seed) => `whsec_${hashOf(seed).toString('base64')}`,
  },
  {
    pattern: /(?:"(?:token|status_token|time|_time)":"|\/[us]\/)([\w-]{20,})|(\b(?:inv|f)_[\w-]{20,})/g,
    make: (seed, like) => {
      const [prefix = ''] = /^(inv_|f_)?/.exec(like) ?? [];
      return prefix + lettersOf(seed, base62, like.length - prefix.length);
    },
  },
];

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function replaceEach(text: string, pattern: RegExp, make: (seed: string, like: string) => string): string {
  const found = [...text.matchAll(pattern)].map((match) => match.slice(1).find(Boolean) ?? '');
  const stable = new Map(
    [...new Set(found)].map((value, index) => [value, make(`${pattern}${index}`, value)]),
  );
  if (stable.size === 0) return text;
  return text.replace(
    new RegExp([...stable.keys()].map(literal).join('|'), 'g'),
    (value) => stable.get(value) ?? value,
  );
}

const literal = (text: string) => text.replace(/[+/=]/g, '\\$&');
const hashOf = (seed: string) => createHash('sha256').update(seed).digest();

function lettersOf(seed: string, alphabet: string, length: number): string {
  const bytes = [0, 1, 2, 3].flatMap((part) => [...hashOf(`${seed}/${part}`)]);
  return bytes
    .slice(0, length)
    .map((byte) => alphabet[byte % alphabet.length])
    .join('');
}

const isNear = (at: number, [begin = 0]: readonly number[]) => Math.abs(at - begin) < nearDays * day;

/**
 * The time in the story: from the request since which it is, and as many whole hours before or after the
 * recording, which takes less than one.
 */
function toStoryTime(at: number, begins: readonly number[]): number {
  const [first = 0] = begins;
  const last = begins.at(-1) ?? 0;
  const hours = at < first ? -Math.ceil((first - at) / hour) : Math.max(0, Math.ceil((at - last) / hour));
  const since = begins.findLastIndex((begin) => begin <= at - hours * hour);
  return storyBegins + since * step + hours * hour;
}
