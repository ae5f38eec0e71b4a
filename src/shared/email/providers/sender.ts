/** A sender as it is written, `a@b` or `Name <a@b>`, taken apart. */
export function parseSender(from: string): { email: string; name?: string } {
  const [, name = '', email = from] = /^([^<]*)<([^>]*)>\s*$/.exec(from) ?? [];
  const plainName = name.trim().replace(/^"(.*)"$/, (_, quoted: string) => quoted.replace(/\\(.)/g, '$1'));
  return { email: email.trim(), ...(plainName !== '' && { name: plainName }) };
}

/** The same as it stands in a mail: a name with characters that mean something there, such as a comma, is quoted (RFC 5322). */
export function formatSender(from: string): string {
  const { email, name } = parseSender(from);
  if (name === undefined) return email;
  const phrase = /[()<>[\]:;@\\,."]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name;
  return `${phrase} <${email}>`;
}
