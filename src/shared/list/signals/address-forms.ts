/** Where dots in front of the `@` do not matter. Both names are one provider. */
const dotless = new Set(['gmail.com', 'googlemail.com']);

/** The domain of an address in the form that is compared (C3.1). */
export function domainOf(emailKey: string): string {
  return emailKey.slice(emailKey.indexOf('@') + 1);
}

/**
 * The address without its `+tag` and, at Gmail, without dots: what its mailbox is called. A tag is only cut
 * where something is left. It is compared, never mailed. Folding again changes nothing.
 */
export function foldAddress(emailKey: string): string {
  const domain = domainOf(emailKey);
  const local = emailKey.slice(0, emailKey.length - domain.length - 1);
  const plus = local.indexOf('+');
  const untagged = plus > 0 ? local.slice(0, plus) : local;
  return dotless.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}

/**
 * The domain and every name that it is part of, without the top level: `a.b.example` gives `a.b.example`,
 * `b.example`.
 */
export function suffixesOf(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}
