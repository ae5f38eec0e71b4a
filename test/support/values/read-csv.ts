/**
 * The rows of a CSV text, by RFC 4180, without its byte order mark. Independent of the service's own writer.
 * @throws Error for invalid CSV
 */
export function readCsv(csv: string): string[][] {
  const text = csv.replace(/^\ufeff/, '');
  const value = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))([,\n])/y;
  const rows: string[][] = [];
  let row: string[] = [];
  while (value.lastIndex < text.length) {
    const start = value.lastIndex;
    const [, quoted, plain = '', end] = value.exec(text) ?? [];
    if (end === undefined) throw new Error(`invalid CSV at ${JSON.stringify(text.slice(start, start + 50))}`);
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\n') {
      rows.push(row);
      row = [];
    }
  }
  if (row.length > 0) throw new Error('the last row has no line end');
  return rows;
}

/** The rows below the header, by its names. @throws Error for invalid CSV */
export function readRecords(csv: string): Readonly<Record<string, string>>[] {
  const [names = [], ...rows] = readCsv(csv);
  return rows.map((row) => Object.fromEntries(names.map((name, column) => [name, row[column] ?? ''])));
}
