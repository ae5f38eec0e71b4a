import { wordsOf } from '../names.ts';

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

/** `created_at` as `CreatedAt`, `client_ip` as `ClientIP`. */
export function goName(name: string): string {
  return wordsOf(name)
    .map((word) => initialisms[word] ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** `waitlist_id` as `waitlistID`. */
export function goArgument(name: string): string {
  const [first = '', ...rest] = wordsOf(name);
  return first + goName(rest.join('_'));
}
