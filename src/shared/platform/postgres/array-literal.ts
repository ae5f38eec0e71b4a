/** Formats a one-dimensional Postgres array, such as `{"a","b, c",NULL}`. Most are long, and of ids. */
export function toArrayLiteral(items: readonly unknown[]): string {
  let list = '';
  for (const item of items) {
    const text = String(item);
    const escaped = /[\\"]/.test(text) ? text.replaceAll(/[\\"]/g, String.raw`\$&`) : text;
    list += item === null ? ',NULL' : `,"${escaped}"`;
  }
  return `{${list.slice(1)}}`;
}

/** Parses such an array; its items stay text. */
export function fromArrayLiteral(text: string): (string | null)[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|([^{},]+)/gs)].map(([, quoted, bare = null]) => {
    if (quoted !== undefined) return quoted.replaceAll(/\\(.)/gs, '$1');
    return bare === 'NULL' ? null : bare;
  });
}
