/** Values by variable name; null renders as nothing. */
export type Variables = Readonly<Record<string, string | number | boolean | null>>;

const placeholder = /\{\{\s*([a-z][a-z0-9_]{0,63})\s*\}\}/g;

/** All names between double braces in a template, valid or not: `{{ name }}`. */
export function placeholdersOf(template: string): string[] {
  return [...template.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim());
}

/**
 * Fills in one pass: placeholders inside of values stay as they are. A variable without a value renders as
 * nothing (C6.1).
 */
function fill(template: string, variables: Variables, show: (value: string) => string): string {
  return template.replace(placeholder, (_, name: string) =>
    Object.hasOwn(variables, name) ? show(String(variables[name] ?? '')) : '',
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
