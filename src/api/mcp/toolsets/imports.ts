import { z } from 'zod';
import { Import, ImportPatch } from '../../../shared/capabilities/imports/schema.ts';
import { reads, type Tool, tool, writes } from '../tool.ts';

const waitlistId = z.guid().describe('Id of the waitlist.');
const importId = z.guid().describe('Id of the import.');

/**
 * Tools for signups that are moved in from a file (N6). The file itself is uploaded over REST, the dashboard
 * or the command line.
 */
export const importTools: readonly Tool[] = [
  tool({
    name: 'get_import',
    title: 'Get import',
    description:
      'Returns an import of a CSV file. In the state `ready` it is a dry run: `would_create`, `existing`, `duplicates`, `rejected` and `over_quota` tell what would become of the rows, `left` who of them gets no mails, and `questions` what the user has to answer before the start (update_import). While it is `running`, `created` grows.',
    hints: reads,
    input: z.strictObject({ waitlistId, importId }),
    output: Import,
    run: (operations, input) => operations.readImport(input.waitlistId, input.importId),
  }),
  tool({
    name: 'update_import',
    title: 'Update import',
    description:
      'Changes what columns of an import become, and answers its `questions`; then all rows are validated again, so call get_import until the state is `ready`. Ask the user for each answer: who has left another tool must not be mailed.',
    hints: { ...writes, idempotentHint: true },
    input: z.strictObject({
      waitlistId,
      importId,
      mapping: ImportPatch.shape.mapping,
      dateOrder: ImportPatch.shape.date_order,
      encoding: ImportPatch.shape.encoding,
    }),
    output: Import,
    next: () => 'Call get_import until the state is ready.',
    run: (operations, { waitlistId, importId, mapping, dateOrder, encoding }) =>
      operations.updateImport(waitlistId, importId, {
        mapping,
        date_order: dateOrder,
        encoding,
      }),
  }),
  tool({
    name: 'start_import',
    title: 'Start import',
    description:
      'Starts an import whose state is `ready`: it adds signups to the waitlist, and cannot be undone as a whole. Tell the user the `would_create`, `left` and the warnings of get_import first, and pass that number as `expectedCount`.',
    hints: { ...writes, idempotentHint: true },
    input: z.strictObject({
      waitlistId,
      importId,
      expectedCount: z.int().min(0).describe('The `would_create` of get_import.'),
    }),
    output: Import,
    next: () => 'get_import says how far it is.',
    run: (operations, input) =>
      operations.startImport(input.waitlistId, input.importId, { expected_count: input.expectedCount }),
  }),
];
