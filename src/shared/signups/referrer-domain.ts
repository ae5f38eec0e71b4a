/** The host a visitor came from, for statistics (§2.7, C4.9): lower case, without `www.`; null for what is no http(s) address. */
export function referrerDomain(referrer: string | null): string | null {
  if (referrer === null || !/^\s*https?:\/\//i.test(referrer) || !URL.canParse(referrer)) return null;
  const domain = new URL(referrer).hostname.replace(/\.$/, '').replace(/^www\.(?=.)/, '');
  return domain !== '' && domain.length <= 253 ? domain : null;
}
