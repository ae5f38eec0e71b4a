import type { Relay } from './tcp-proxy.ts';

/** A relay before Postgres that can keep the answer to a batch of signups for itself. */
export interface WithheldAnswer {
  readonly relay: Relay;
  /**
   * Passes on nothing of the next answer of `add_signups` that tells of at least so many new signups. Resolves once that answer is
   * whole: then the batch is committed, and nobody but Postgres knows. @returns the ids of its new signups
   */
  withhold(atLeast: number): Promise<string[]>;
}

export function withholdAnswers(): WithheldAnswer {
  let wanted: { atLeast: number; tell(created: string[]): void } | undefined;

  /** Postgres sends messages: a letter, then a length that counts itself but not the letter, then the rest. */
  const relay: Relay = (client, server) => {
    let storesSignups = false;
    let rest: Buffer = Buffer.alloc(0);
    let answer: Buffer[] = [];
    let created: string[] = [];

    function take(message: Buffer): void {
      const type = String.fromCharCode(message[0] ?? 0);
      // The names of the columns come once, with the first answer. No other connection asks for codes in these runs.
      if (type === 'T' && message.includes('referral_code')) storesSignups = true;
      if (type === 'D' && storesSignups) {
        const [outcome, id] = readRow(message);
        if (outcome === 'created' && id) created.push(id);
      }
      answer.push(message);
      if (type !== 'Z') return; // ready for the next statement: this one is committed
      if (wanted && created.length >= wanted.atLeast) {
        wanted.tell(created);
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
      // What belongs to no result is waited for, as when a connection is made or a statement prepared.
      if (created.length > 0 || rest.length > 0 || answer.some((message) => message[0] === rowLetter)) return;
      client.write(Buffer.concat(answer));
      answer = [];
    });
  };
  return {
    relay,
    withhold: (atLeast) =>
      new Promise((resolve) => {
        wanted = { atLeast, tell: resolve };
      }),
  };
}

const rowLetter = 'D'.charCodeAt(0);

/** The columns of a row as text: their number, then each with its length before it, -1 for null. */
function readRow(message: Buffer): (string | null)[] {
  let at = 7;
  return Array.from({ length: message.readUInt16BE(5) }, () => {
    const length = message.readInt32BE(at);
    at += 4 + Math.max(0, length);
    return length < 0 ? null : message.toString('utf8', at - length, at);
  });
}
