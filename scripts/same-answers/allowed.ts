import type { Entry } from './recorder.ts';

/** A difference that was decided. */
interface Allowed {
  readonly reason: string;
  /**
   * @returns the later entry as it would be without the difference; the entry itself where it does not apply
   */
  undo(before: Entry, after: Entry): Entry;
}

const appendedColumns =
  ',display_position,fields,confirmed_at,unsubscribed_at,review_state,invitation_state,invited_at,converted_at,locale,bounce_class,notes,archived';

/** Every difference that answers may have, as of the build before launch day. */
export const allowedDifferences: readonly Allowed[] = [
  {
    reason:
      'A refusal of bad input says in plain English what is wrong. Status, code and the path at the beginning stay.',
    undo(before, after) {
      const [old, now] = [refusalIn(before), refusalIn(after)];
      const [path = ''] = /^[^\s:]+: /.exec(old?.message ?? '') ?? [];
      const isBadInput = old?.code === 'invalid_request' && now?.code === old.code;
      if (!isBadInput || !now.message.startsWith(path)) return after;
      return withSameLength(before, { ...after, body: now.reword(old.message) });
    },
  },
  {
    reason: 'An unknown query parameter of the signup list or the export is 400 with its name.',
    undo(before, after) {
      const [, query] = /^GET \/v1\/waitlists\/[^/]+\/signups(?:\/export)?\?(\S+)/.exec(before.title) ?? [];
      const message = refusalIn(after)?.message ?? '';
      const isNamed = [...new URLSearchParams(query).keys()].some((name) => message.startsWith(`${name}: `));
      return before.status === 200 && after.status === 400 && isNamed ? before : after;
    },
  },
  {
    reason: 'The CSV has twelve more columns after the others (§9 rule 2).',
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
        return record.startsWith(known) && (row === 0 ? more === appendedColumns : commasIn(more) === 12);
      });
      return isAppended && old.length === now.length
        ? withSameLength(before, { ...after, body: before.body })
        : after;
    },
  },
  {
    reason:
      'The default signup email has a link to unsubscribe (N3). It and the chat messages do not say "of {{total}}" (C3.9).',
    undo(before, after) {
      if (before.status !== undefined || asBefore(before.body) !== asBefore(after.body)) return after;
      return withSameLength(before, { ...after, body: before.body });
    },
  },
  {
    reason: 'Browsers may send Idempotency-Key and read Idempotent-Replayed.',
    undo: (before, after) => ({
      ...after,
      headers: after.headers.map((line) =>
        before.headers.includes(line)
          ? line
          : line
              .replace(/^(access-control-allow-headers: .*)Idempotency-Key, /, '$1')
              .replace(/^(access-control-expose-headers: .*)Idempotent-Replayed, /, '$1'),
      ),
    }),
  },
  {
    reason: 'Webhooks carry the three headers of Standard Webhooks, too.',
    undo(before, after) {
      if (before.status !== undefined) return after;
      return {
        ...after,
        headers: after.headers.filter((line) => !/^webhook-(id|timestamp|signature): /.test(line)),
      };
    },
  },
  {
    reason: 'A generated signing secret is in padded base64, one character longer.',
    undo(before, after) {
      const isSecret = before.body === after.body && before.body.includes('"signing_secret":"<secret>"');
      return isSecret ? withSameLength(before, after) : after;
    },
  },
];

/**
 * A mail without the link to unsubscribe, the line below the position and the space for it, or a chat
 * message. A form is decoded.
 */
function asBefore(body: string): string {
  const text = body.startsWith('{') ? body : [...new URLSearchParams(body)].join('\n');
  return text
    .replace(/ <a href=\\?"[^"]+\/u\/[^"]+\\?" style=\\?"color:#71717a\\?">Unsubscribe<\/a>/, '')
    .replace(/ Unsubscribe \[[^\]]+\/u\/[^\]]+\]/, '')
    .replace(/(?:\\n|\n)<p [^>]*>of \d+<\/p>/, '')
    .replace(/(<p style=\\?"margin:4px 0)(?: 0)?;/, '$1;')
    .replace(/(#\d+(?:\\n|\n)+)of \d+(?:\\n|\n)+/, '$1')
    .replace(/(Position(?:: |\*\\n|","value":")\d+) of \d+/g, '$1');
}

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
