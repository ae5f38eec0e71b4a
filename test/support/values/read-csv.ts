/** Rows of a CSV text as RFC 4180 defines it. Knows nothing of how the service writes one. @throws Error for anything else */
export function readCsv(text: string): string[][] {
  const value = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))([,\n])/y;
  const rows: string[][] = [];
  let row: string[] = [];
  while (value.lastIndex < text.length) {
    const start = value.lastIndex;
    const [, quoted, plain = '', end] = value.exec(text) ?? [];
    if (end === undefined) throw new Error(`no CSV from ${JSON.stringify(text.slice(start, start + 50))} on`);
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\n') {
      rows.push(row);
      row = [];
    }
  }
  if (row.length > 0) throw new Error('the last row has no line end');
  return rows;
}
