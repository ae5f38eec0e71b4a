/** A sender as it is written, `a@b` or `Name <a@b>`, taken apart. */
export function parseSender(from: string): { email: string; name?: string } {
  const [, name = '', email = from] = /^([^<]*)<([^>]*)>\s*$/.exec(from) ?? [];
  const plainName = name.trim().replace(/^"(.*)"$/, '$1');
  return { email: email.trim(), ...(plainName !== '' && { name: plainName }) };
}
