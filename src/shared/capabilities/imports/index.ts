/** What other capabilities may use of this one. */
export { lockImport } from './queries.ts';
export { listRawRows, type RawRow } from './rows/row-queries.ts';
export {
  type ImportTexts,
  listImportsAfter,
  listRowsOfPerson,
  listRowTexts,
  type RowTexts,
  readRowsOf,
  type ScrubbedRow,
  saveTexts,
  scrubImportRows,
} from './rows/scrub-queries.ts';
