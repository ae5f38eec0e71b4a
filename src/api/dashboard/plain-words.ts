/** Puts the key that a message begins with in words: `from: no such day` becomes `From: no such day`. */
export function nameKey(message: string): string {
  return message.replace(/^[a-z][a-z_]*(?=: )/, toWords);
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
