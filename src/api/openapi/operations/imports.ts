import type { OperationTexts } from '../operation-text.ts';

/** The operations of imports. */
export const importsTexts = {
  createImport: {
    description:
      'The body is a CSV file with a header, at most 512 MiB and 2,000,000 rows; of its columns the first 500 are read. It is decoded and read as it arrives: UTF-8, UTF-16 with a byte order mark, or Windows-1252, which is asked about; separated by commas, semicolons, tabs or bars. A file that cannot be read is refused with the line, and nothing of it is kept. A row with a broken quote is rejected alone. Then a worker validates the rows: read the import until its state is `ready`. Nothing is added to the waitlist before the start.',
    answers: { 201: 'The import, which is being validated.' },
    body: ['text/csv'],
  },
  listImports: {
    description: 'Newest first.',
    answers: { 200: 'A page of imports.' },
  },
  readImport: {
    description:
      'In the state `ready` this is the dry run; `questions` are to be answered before the start. While it is `running`, `created` grows. The rows are kept for 30 days after the last change, the import itself as long as the waitlist.',
    answers: { 200: 'The import.' },
  },
  updateImport: {
    description:
      'Changes what columns become and how dates are read, and validates all rows again. That answers `questions`: name the column, or send `date_order` or `encoding`. Only before the start. Columns that are not named stay as they are.',
    answers: { 200: 'The import, which is being validated.' },
  },
  startImport: {
    description:
      'Adds the signups, in parts, once all `questions` are answered, while the waitlist goes on taking others. The same again finds the import started. With `positions=keep` all its positions are taken at once, so that signups that arrive meanwhile get later ones.',
    answers: { 200: 'The import, which is running.' },
  },
  cancelImport: {
    description: 'Signups that were added stay. The same again finds the import cancelled.',
    answers: { 200: 'The import, which is cancelled.' },
  },
  listImportRows: {
    description: 'In the order of their lines. `outcome` narrows them.',
    answers: { 200: 'A page of rows.' },
  },
  exportImportRows: {
    description:
      'The rows with their line, outcome and reason, as CSV for a spreadsheet: a cell that begins like a formula gets an apostrophe. Correct the rejected rows and import them again.',
    answers: { 200: 'The CSV file.' },
  },
} as const satisfies OperationTexts;
