/** Puts the key that a message begins with in words: `from: no such day` becomes `From: no such day`. */
export function nameKey(message: string): string {
  return message.replace(/^[a-z][a-z_]*(?=: )/, toWords);
}

/** The label of a field: `managedEmails` and `managed_emails` both become `Managed emails`. */
export function toWords(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
