/** How Postgres writes an array of one dimension: `{a,"b, c",NULL}`. */
export function toArrayLiteral(items: readonly unknown[]): string {
  const written = items.map((item) =>
    item === null ? 'NULL' : `"${String(item).replaceAll(/[\\"]/g, String.raw`\$&`)}"`,
  );
  return `{${written.join(',')}}`;
}

/** The items of such an array, as text. */
export function fromArrayLiteral(text: string): (string | null)[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|([^{},]+)/gs)].map(([, quoted, bare = null]) => {
    if (quoted !== undefined) return quoted.replaceAll(/\\(.)/gs, '$1');
    return bare === 'NULL' ? null : bare;
  });
}
