/** Values by variable name; null renders as nothing. */
export type Variables = Readonly<Record<string, string | number | boolean | null>>;

/** `{{ name }}` or `{{ name | fallback }}`. A name may have a dot; a fallback is any text without braces. */
const placeholder = /\{\{\s*([a-z][a-z0-9_]{0,63}(?:\.[a-z][a-z0-9_]{0,63})?)\s*(?:\|([^{}]*))?\}\}/g;

/** All names between double braces in a template, valid or not, without their fallbacks. */
export function placeholdersOf(template: string): string[] {
  return [...template.matchAll(/\{\{([^{}|]*)(?:\|[^{}]*)?\}\}/g)].map(([, name = '']) => name.trim());
}

/** Divides a text into placeholders, with the names of their variables, and what is between them. */
export function splitAtPlaceholders(text: string): { part: string; name?: string }[] {
  let end = 0;
  const parts = [...text.matchAll(placeholder)].flatMap(({ 0: part, 1: name = '', index }) => {
    const between = text.slice(end, index);
    end = index + part.length;
    return [{ part: between }, { part, name }];
  });
  return [...parts, { part: text.slice(end) }];
}

/**
 * Fills in one pass: placeholders inside of values stay as they are. A variable without a value renders as
 * nothing (C6.1). One that is missing, null or blank renders as its fallback, if it has one, which is shown
 * as a value is.
 */
function fill(template: string, variables: Variables, show: (value: string) => string): string {
  return template.replace(placeholder, (_, name: string, fallback?: string) => {
    const value = Object.hasOwn(variables, name) ? String(variables[name] ?? '') : '';
    return show(fallback !== undefined && value.trim() === '' ? fallback.trim() : value);
  });
}

/** Converts a template with a function that knows no placeholders: it sees their fallbacks as numbers. */
export function convertTemplate(template: string, convert: (text: string) => string): string {
  const fallbacks: string[] = [];
  const numbered = template.replace(placeholder, (whole, name: string, fallback?: string) =>
    fallback === undefined ? whole : `{{${name}|${fallbacks.push(fallback) - 1}}}`,
  );
  return convert(numbered).replace(placeholder, (whole, name: string, number?: string) =>
    number === undefined ? whole : `{{${name}|${fallbacks[Number(number)] ?? ''}}}`,
  );
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML that shows the same. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Fills an HTML body. Values are escaped, and their line breaks become `<br>` (§2.5). */
export function renderHtml(template: string, variables: Variables): string {
  return fill(template, variables, (value) =>
    escapeHtml(value).replace(/\r\n|[\r\n\u0085\u2028\u2029]/g, '<br>'),
  );
}

/** Fills a text body with unchanged values. */
export function renderText(template: string, variables: Variables): string {
  return fill(template, variables, (value) => value);
}

/**
 * Fills a subject: runs of line breaks and other control characters become one space (§2.5). A space also
 * breaks up what mail programs would decode as an encoded word with line breaks (RFC 2047).
 */
export function renderSubject(template: string, variables: Variables): string {
  return (
    fill(template, variables, (value) => value)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it replaces them
      .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
      .replaceAll('=?', '= ?')
      .trim()
  );
}
