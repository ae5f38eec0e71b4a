/** Formats a one-dimensional Postgres array, such as `{a,"b, c",NULL}`. */
export function toArrayLiteral(items: readonly unknown[]): string {
  const quoted = items.map((item) =>
    item === null ? 'NULL' : `"${String(item).replaceAll(/[\\"]/g, String.raw`\$&`)}"`,
  );
  return `{${quoted.join(',')}}`;
}

/** Parses such an array; its items stay text. */
export function fromArrayLiteral(text: string): (string | null)[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|([^{},]+)/gs)].map(([, quoted, bare = null]) => {
    if (quoted !== undefined) return quoted.replaceAll(/\\(.)/gs, '$1');
    return bare === 'NULL' ? null : bare;
  });
}
