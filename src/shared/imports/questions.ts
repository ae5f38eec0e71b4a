import type { ImportRecord } from './queries.ts';
import { listSigned } from './rows/signs.ts';
import type { ImportQuestion } from './schema.ts';

/** What the owner has to say before an import whose dry run is done can start (N6). */
export function listQuestions({
  state,
  columns,
  findings,
}: Pick<ImportRecord, 'state' | 'columns' | 'findings'>): ImportQuestion[] {
  if (state !== 'ready') return [];
  return listSigned(findings.signs).flatMap(({ index, words }) => {
    const column = columns[index];
    if (column === undefined) return [];
    const found = words.length > 0 ? ` (it has ${words.map((word) => `“${word}”`).join(', ')})` : '';
    const text = `The column “${column}” looks as if it told who has left${found}. Map it to subscription, so that they get no mails, or to null if it tells something else.`;
    return [{ kind: 'subscription' as const, column, values: [...words], text }];
  });
}
