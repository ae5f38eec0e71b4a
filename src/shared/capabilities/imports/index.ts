/** What other capabilities may use of this one. */
export { lockImport } from './queries.ts';
export { listRawRows, type RawRow } from './rows/row-queries.ts';
export {
  listImportsAfter,
  listRowTexts,
  listRowsOfPerson,
  readRowsOf,
  saveTexts,
  scrubImportRows,
  type ImportTexts,
  type RowTexts,
  type ScrubbedRow,
} from './rows/scrub-queries.ts';
