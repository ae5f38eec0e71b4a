import type { OperationTexts } from './operation-text.ts';

/** The operations of imports. */
export const importsTexts = {
  createImport: {
    description:
      'The body is a CSV file in UTF-8 with a header, at most 512 MiB, 200 columns and 2,000,000 rows. It is read as it arrives. A file that cannot be read is refused with the line, and nothing of it is kept. Then a worker validates the rows: read the import until its state is `ready`. Nothing is added to the waitlist before the start.',
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
      'Changes what columns become, and validates all rows again. A column that is named answers a question about it. Only before the start. Columns that are not named stay as they are.',
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
