import { listSigned } from './columns/signs.ts';
import { asksForOrder, orderBySigns } from './dates/date-signs.ts';
import { readOrders } from './dates/read-time.ts';
import type { ImportRecord } from './queries.ts';
import type { FileFacts } from './rows/findings.ts';
import { orderNames } from './rows/read-row.ts';
import type { ImportQuestion } from './schema.ts';

type Asked = Pick<ImportRecord, 'state' | 'columns' | 'findings' | 'file' | 'date_order' | 'created_at'>;

/** What the owner has to say before an import whose dry run is done can start (N6). */
export function listQuestions(record: Asked): ImportQuestion[] {
  if (record.state !== 'ready') return [];
  return [...askForEncoding(record.file), ...askForOrder(record), ...askForSubscriptions(record)];
}

function askForEncoding({ samples = [], encoding = '' }: FileFacts): ImportQuestion[] {
  if (samples.length === 0) return [];
  const text = `The file is not UTF-8, and was read as ${encoding}: ${list(samples)}. If that is right, send encoding=${encoding}. Else upload the file again with another encoding, or save it as CSV in UTF-8.`;
  return [{ kind: 'encoding', column: null, values: [...samples], text }];
}

function askForOrder(record: Asked): ImportQuestion[] {
  const { both } = record.findings.dates ?? {};
  if (!both || !asksForOrder(record)) return [];
  const { mdy = 0, dmy = 0 } = readOrders(both.text, Number.POSITIVE_INFINITY);
  const [first, second] = [toDay(mdy), toDay(dmy)];
  const text = `Line ${both.line} has “${both.text}”: is that ${first} (mdy) or ${second} (dmy)? No date of the file tells. Send date_order.`;
  return [{ kind: 'date_order', column: null, values: [both.text, first, second], text }];
}

function askForSubscriptions({ columns, findings }: Asked): ImportQuestion[] {
  return listSigned(findings.signs).flatMap(({ index, words }) => {
    const column = columns[index];
    if (column === undefined) return [];
    const found = words.length > 0 ? ` (it has ${list(words)})` : '';
    const text = `The column “${column}” looks as if it told who has left${found}. Map it to subscription, so that they get no mails, or to null if it tells something else.`;
    return [{ kind: 'subscription' as const, column, values: [...words], text }];
  });
}

/** How a file was read, for people. */
export function describeReading({
  file,
  date_order,
  findings: { dates = {}, cleaned = 0 },
}: Pick<ImportRecord, 'file' | 'date_order' | 'findings'>): string[] {
  const notes: string[] = [];
  if (file.encoding !== undefined && file.encoding !== 'utf-8')
    notes.push(`The file was read as ${file.encoding}.`);
  if (file.hasSecondHeader) notes.push('The row behind the header is a second header, and no signup.');
  const sign = date_order === null ? undefined : dates[date_order];
  if (date_order !== null && (sign || dates.both))
    notes.push(
      `Dates are read as ${orderNames[date_order]}${sign && orderBySigns(dates) === date_order ? `, because line ${sign.line} has “${sign.text}”` : ''}.`,
    );
  if (cleaned > 0)
    notes.push(
      `${cleaned.toLocaleString('en-US')} ${cleaned === 1 ? 'address was' : 'addresses were'} cleaned: a name, mailto: or spaces around ${cleaned === 1 ? 'it' : 'them'} are left out.`,
    );
  return notes;
}

const list = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join(', ');

/** `2 Nov 2026` */
const toDay = (time: number) =>
  new Date(time).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
