import type { Entry } from './recorder.ts';

/** A difference that was decided. */
interface Allowed {
  readonly reason: string;
  /**
   * @returns the later entry as it would be without the difference; the entry itself where it does not apply
   */
  undo(before: Entry, after: Entry): Entry;
}

const appendedColumns = ',locale,bounce_class,notes,archived,utm_medium,utm_campaign,utm_term,utm_content';
/** Of capabilities since, within a list of scopes. */
const addedScopes =
  /,"(?:signups:update|announcements:read|announcements:write|rewards:read|rewards:write)"/g;

/** Every difference that answers may have, as of the build before capabilities plugged in. */
export const allowedDifferences: readonly Allowed[] = [
  {
    reason: 'A refusal says in plain English what is wrong. Status, code and the path at the beginning stay.',
    undo(before, after) {
      const [old, now] = [refusalIn(before), refusalIn(after)];
      const [path = ''] = /^[^\s:]+: /.exec(old?.message ?? '') ?? [];
      if (old === undefined || now?.code !== old.code || !now.message.startsWith(path)) return after;
      return withSameLength(before, { ...after, body: now.reword(old.message) });
    },
  },
  {
    reason: 'Pages and answers for people depend on their language, and say so.',
    undo: (before, after) =>
      before.headers.some((line) => line.startsWith('vary: '))
        ? after
        : { ...after, headers: after.headers.filter((line) => line !== 'vary: Accept, Accept-Language') },
  },
  {
    reason: 'The CSV has eight more columns after the others (§9 rule 2).',
    undo(before, after) {
      if (
        before.body === after.body ||
        !after.headers.some((line) => line.startsWith('content-type: text/csv'))
      )
        return after;
      const [old, now] = [csvRecords(before.body), csvRecords(after.body)];
      const isAppended = now.every((record, row) => {
        const known = old[row] ?? '\0';
        const more = record.slice(known.length);
        return record.startsWith(known) && (row === 0 ? more === appendedColumns : commasIn(more) === 8);
      });
      return isAppended && old.length === now.length
        ? withSameLength(before, { ...after, body: before.body })
        : after;
    },
  },
  {
    reason: 'A HEAD says how long the answer to its GET is, with the differences of that.',
    undo: (before, after) => (before.title.startsWith('HEAD ') ? withSameLength(before, after) : after),
  },
  {
    reason: 'Keys with all scopes have those of new capabilities, too.',
    undo(before, after) {
      const body = after.body
        .replaceAll(addedScopes, '')
        .replaceAll(new RegExp(addedScopes.source.replaceAll('"', '""'), 'g'), '');
      return body === after.body ? after : withSameLength(before, { ...after, body });
    },
  },
  {
    reason: 'Long words of a mail break on a narrow screen.',
    undo: (before, after) => {
      if (before.status !== undefined) return after;
      const isForm = after.body.includes('word-break%3Abreak-word');
      return {
        ...after,
        body: after.body.replaceAll(isForm ? 'word-break%3Abreak-word%3B' : 'word-break:break-word;', ''),
      };
    },
  },
  {
    reason: 'A 401 of the tools leads to where an agent signs in.',
    undo: (_, after) => ({
      ...after,
      headers: after.headers.map((line) =>
        line.replace(/^(www-authenticate: Bearer) resource_metadata=.*/, '$1'),
      ),
    }),
  },
  {
    reason: 'An agent in a browser may send the headers of the newer protocol.',
    undo: (_, after) => ({
      ...after,
      headers: after.headers.map((line) =>
        line.startsWith('access-control-allow-headers: ') ? line.replace('Mcp-Method, Mcp-Name, ', '') : line,
      ),
    }),
  },
  {
    reason: 'JSON that is no call of a tool is an invalid request, not a parse error (JSON-RPC 2.0, 5.1).',
    undo: (_, after) => ({
      ...after,
      body: after.body.replace(
        '{"code":-32600,"message":"Bad Request: the request body is not a valid JSON-RPC message"}',
        '{"code":-32700,"message":"Parse error: Invalid JSON-RPC message"}',
      ),
    }),
  },
  {
    reason: 'Descriptions of tools write the name of a plan as it is.',
    undo: (_, after) => ({ ...after, body: after.body.replaceAll('the Free plan', 'the free plan') }),
  },
];

interface Refusal {
  readonly code: string;
  readonly message: string;
  /** The body with another message. */
  reword(message: string): string;
}

/** The refusal in an answer of the API, or of a tool. */
function refusalIn({ body }: Entry): Refusal | undefined {
  try {
    const answer = JSON.parse(body);
    if (typeof answer.error?.code === 'string')
      return {
        code: answer.error.code,
        message: answer.error.message,
        reword: (message) => JSON.stringify({ ...answer, error: { ...answer.error, message } }),
      };
    if (answer.result?.isError !== true) return undefined;
    const [content] = answer.result.content;
    const { error } = JSON.parse(content.text);
    return {
      code: error.code,
      message: error.message,
      reword: (message) => {
        const text = JSON.stringify({ error: { ...error, message } });
        return JSON.stringify({ ...answer, result: { ...answer.result, content: [{ ...content, text }] } });
      },
    };
  } catch {
    return undefined;
  }
}

/** The rows as they are written. A quoted value may contain line ends. */
function csvRecords(text: string): string[] {
  return text.match(/(?:"[^"]*"|[^"\n])+(?=\n)/g) ?? [];
}

function commasIn(record: string): number {
  return record.replace(/"[^"]*"/g, '').split(',').length - 1;
}

/** With the other's `content-length`, which only differs because the body does. */
function withSameLength(before: Entry, after: Entry): Entry {
  const isLength = (line: string) => line.startsWith('content-length: ');
  return {
    ...after,
    headers: after.headers.map((line) => (isLength(line) ? (before.headers.find(isLength) ?? line) : line)),
  };
}
