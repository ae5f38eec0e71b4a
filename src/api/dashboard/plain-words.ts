/** Default messages of zod, and what users read instead. */
const phrases = [
  [/Too small: expected string to have >=1 characters/, 'must not be empty'],
  [/Too small: expected string to have >=(\d+) characters/, 'must have at least $2 characters'],
  [/Too big: expected string to have <=(\d+) characters/, 'must have at most $2 characters'],
  [/Too small: expected number to be >=?(-?\d+)/, 'must be at least $2'],
  [/Too big: expected number to be <=?(-?\d+)/, 'must be at most $2'],
  [/Invalid input: expected int, .*/, 'must be a whole number'],
  [/Invalid input: expected number, .*/, 'must be a number'],
  [/Invalid (?:input|option|string).*/, 'is not valid'],
] as const;

/**
 * Rewrites an error message for users: `from: Too big: …` becomes `From: must be at most …`.
 * Messages that did not come from zod stay unchanged.
 */
export function toPlainWords(message: string): string {
  let words = message.replace(/^[a-z][a-z_]*(?=: )/, toWords);
  for (const [phrase, plain] of phrases)
    words = words.replace(new RegExp(`^([A-Za-z_. ]+(?:\\.\\d+)?: )?${phrase.source}$`), `$1${plain}`);
  return words;
}

/**
 * Replaces the keys of a configuration with the labels of its
 * form: `config.tag_ids.1` becomes `Tag IDs, no. 2`.
 */
export function nameConfigKeys(message: string, labelOf: (key: string) => string): string {
  if (!message.startsWith('config.')) return message;
  return message.replace(/\bconfig\.(\w+)(?:\.(\d+))?/g, (_, key: string, index: string | undefined) =>
    index === undefined ? labelOf(key) : `${labelOf(key)}, no. ${Number(index) + 1}`,
  );
}

/** The label of a field: `managedEmails` and `managed_emails` both become `Managed emails`. */
export function toWords(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
