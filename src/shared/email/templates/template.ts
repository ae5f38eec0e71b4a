/** Values by variable name; a null one renders empty. */
export type Variables = Readonly<Record<string, string | number | boolean | null>>;

const placeholder = /\{\{\s*([a-z][a-z0-9_]{0,63})\s*\}\}/g;

/** The names between braces in a template, whatever they are: `{{ name }}`. */
export function placeholdersOf(template: string): string[] {
  return [...template.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim());
}

/** One pass: what a value holds is never looked at for placeholders again. A variable without a value renders empty (C6.1). */
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

/** Text as HTML that shows exactly it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Fills an HTML body: values are escaped, their line breaks become `<br>` (§2.5). */
export function renderHtml(template: string, variables: Variables): string {
  return fill(template, variables, (value) =>
    escapeHtml(value).replace(/\r\n|[\r\n\u0085\u2028\u2029]/g, '<br>'),
  );
}

/** Fills a text body: values stand as they are. */
export function renderText(template: string, variables: Variables): string {
  return fill(template, variables, (value) => value);
}

/**
 * Fills a subject: one line, runs of line breaks and other control characters collapse to a space (§2.5). What mail programs would read
 * as an encoded word, line breaks and all (RFC 2047), is broken up by a space.
 */
export function renderSubject(template: string, variables: Variables): string {
  return (
    fill(template, variables, (value) => value)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
      .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
      .replaceAll('=?', '= ?')
      .trim()
  );
}
