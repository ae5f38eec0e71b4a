import { toAsciiAddress, toEmailKey } from '../../platform/schema/email-address.ts';
import { hasControlCharacters, trimmedText } from '../../platform/schema/text.ts';

/** The From address of a mail: `a@b` or `Name <a@b>`, on one line. */
export const FromAddress = trimmedText(320).refine(
  (text) => !hasControlCharacters(text) && toEmailKey(splitFromAddress(text).email) !== undefined,
  'must be an address such as "Acme <hello@acme.com>"',
);

interface AddressParts {
  readonly email: string;
  readonly name?: string;
}

/** The parts of a From address, with the domain in the form that is mailed. */
export function parseFromAddress(from: string): AddressParts {
  const { email, ...rest } = splitFromAddress(from);
  return { email: toAsciiAddress(email), ...rest };
}

function splitFromAddress(from: string): AddressParts {
  const [, name = '', email = from] = /^([^<>]*)<([^<>]+)>$/.exec(from) ?? [];
  const plainName = name.trim().replace(/^"(.*)"$/, (_, quoted: string) => quoted.replace(/\\(.)/g, '$1'));
  return { email, ...(plainName !== '' && { name: plainName }) };
}

/**
 * A From address as a mail header has it: a name with special characters, such as a comma, is quoted (RFC
 * 5322).
 */
export function formatFromAddress(from: string): string {
  const { email, name } = parseFromAddress(from);
  if (name === undefined) return email;
  const phrase = /[()<>[\]:;@\\,."]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name;
  return `${phrase} <${email}>`;
}

/** A Message-ID with its angle brackets, under the domain of the From address. */
export function messageIdOf(id: string, from: string): string {
  const [, domain = 'localhost'] = parseFromAddress(from).email.split('@');
  return `<${id}@${domain}>`;
}
