import { wordsOf } from './names.ts';

/** Words that Go writes in capitals. */
const initialisms: Readonly<Record<string, string>> = {
  api: 'API',
  csv: 'CSV',
  id: 'ID',
  ids: 'IDs',
  ip: 'IP',
  mx: 'MX',
  url: 'URL',
  utm: 'UTM',
};

const keywords = new Set(['type', 'from', 'range', 'func', 'map', 'key', 'path']);

/** `created_at` as `CreatedAt`, `client_ip` as `ClientIP`. */
export function goName(name: string): string {
  return wordsOf(name)
    .map((word) => initialisms[word] ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** `waitlist_id` as `waitlistID`. */
export function goArgument(name: string): string {
  const [first = '', ...rest] = wordsOf(name);
  const made = first + goName(rest.join('_'));
  return keywords.has(made) ? `${made}Value` : made;
}
