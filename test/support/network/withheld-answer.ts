import type { Relay } from './tcp-proxy.ts';

/** A relay in front of Postgres that can withhold the answer to a batch of signups. */
export interface WithheldAnswer {
  readonly relay: Relay;
  /**
   * Withholds the next answer of `add_signups` with at least this many new signups. Resolves when Postgres
   * has sent it, after the commit.
   * @returns the ids of the new signups
   */
  withhold(atLeast: number): Promise<string[]>;
}

export function withholdAnswers(): WithheldAnswer {
  let wanted: { atLeast: number; resolve(created: string[]): void } | undefined;

  /** A message of Postgres is a letter, a length that includes itself but not the letter, and the content. */
  const relay: Relay = (client, server) => {
    let storesSignups = false;
    let rest: Buffer = Buffer.alloc(0);
    let answer: Buffer[] = [];
    let created: string[] = [];

    function take(message: Buffer): void {
      const type = String.fromCharCode(message[0] ?? 0);
      // The column names come once, with the first answer. In these tests no other connection reads referral
      // codes.
      if (type === 'T' && message.includes('referral_code')) storesSignups = true;
      if (type === 'D' && storesSignups) {
        const [outcome, id] = readRow(message);
        if (outcome === 'created' && id) created.push(id);
      }
      answer.push(message);
      if (type !== 'Z') return; // ready for the next statement, so this one is committed
      if (wanted && created.length >= wanted.atLeast) {
        wanted.resolve(created);
        wanted = undefined;
      } else client.write(Buffer.concat(answer));
      answer = [];
      created = [];
    }
    client.pipe(server);
    server.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        const length = rest.length < 5 ? Number.POSITIVE_INFINITY : 1 + rest.readUInt32BE(1);
        if (rest.length < length) break;
        take(rest.subarray(0, length));
        rest = rest.subarray(length);
      }
      // Messages without rows pass at once: the client waits for them to connect or to prepare a statement.
      if (created.length > 0 || rest.length > 0 || answer.some((message) => message[0] === rowLetter)) return;
      client.write(Buffer.concat(answer));
      answer = [];
    });
  };
  return {
    relay,
    withhold: (atLeast) =>
      new Promise((resolve) => {
        wanted = { atLeast, resolve };
      }),
  };
}

const rowLetter = 'D'.charCodeAt(0);

/** The columns of a row as text. A row is their number, then each with its length, -1 for null. */
function readRow(message: Buffer): (string | null)[] {
  let at = 7;
  return Array.from({ length: message.readUInt16BE(5) }, () => {
    const length = message.readInt32BE(at);
    at += 4 + Math.max(0, length);
    return length < 0 ? null : message.toString('utf8', at - length, at);
  });
}
