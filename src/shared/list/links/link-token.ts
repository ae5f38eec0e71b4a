import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link may do. A token of one kind is not valid as another. A kind's byte never changes. */
const kindBytes = { status: 1, unsubscribe: 2, confirm: 3 } as const;
export type LinkKind = keyof typeof kindBytes;

/** What a token names. */
export interface LinkTarget {
  readonly accountId: string;
  /** The id of the signup. */
  readonly id: string;
  /** The epoch of the list when the token was made: 0 to 65,535. */
  readonly epoch: number;
  /**
   * Which address of the signup it was made for: how often that was corrected before, 0 to 32,767. Whoever
   * reads the mailbox of an earlier address must not act for the person.
   */
  readonly generation: number;
}

const macLength = 16;
const payloadLength = 1 + 16 + 16 + 2;
/** A corrected address has three more bytes, so that tokens of all others are as they always were. */
const longPayloadLength = payloadLength + 3;
const charactersOf = (length: number) => ((length + macLength) / 3) * 4;
const tokenForm = new RegExp(
  `^(?:[\\w-]{${charactersOf(payloadLength)}}|[\\w-]{${charactersOf(longPayloadLength)}})$`,
);

/**
 * A token for a link: kind, account, signup, epoch, the generation unless it is 0, and 16 bytes of
 * HMAC-SHA256 over them, 68 or 72 characters of base64url. It is the same each time, so nothing is stored
 * for it.
 */
export function makeLinkToken(
  key: Buffer,
  kind: LinkKind,
  { accountId, id, epoch, generation }: LinkTarget,
): string {
  const payload = Buffer.alloc(generation === 0 ? payloadLength : longPayloadLength);
  payload.writeUInt8(kindBytes[kind], 0);
  payload.write(accountId.replaceAll('-', ''), 1, 'hex');
  payload.write(id.replaceAll('-', ''), 17, 'hex');
  payload.writeUInt16BE(epoch, 33);
  if (generation > 0) payload.writeUIntBE(generation, payloadLength, 3);
  return Buffer.concat([payload, macOf(key, payload)]).toString('base64url');
}

/**
 * Reads a token of this kind; undefined if it is forged, cut or of another kind. Compares in constant time.
 * The caller must still compare the epoch and the generation.
 */
export function readLinkToken(key: Buffer, kind: LinkKind, token: string): LinkTarget | undefined {
  if (!tokenForm.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const payload = bytes.subarray(0, -macLength);
  if (!timingSafeEqual(macOf(key, payload), bytes.subarray(-macLength))) return undefined;
  if (payload[0] !== kindBytes[kind]) return undefined;
  return {
    accountId: toUuid(payload.subarray(1, 17)),
    id: toUuid(payload.subarray(17, 33)),
    epoch: payload.readUInt16BE(33),
    generation: payload.length > payloadLength ? payload.readUIntBE(payloadLength, 3) : 0,
  };
}

/** The kind that a token says it is of, which proves nothing; undefined for what is no token. */
export function kindOfToken(token: string): LinkKind | undefined {
  if (!tokenForm.test(token)) return undefined;
  const [byte] = Buffer.from(token, 'base64url');
  return (Object.keys(kindBytes) as LinkKind[]).find((kind) => kindBytes[kind] === byte);
}

const macOf = (key: Buffer, payload: Buffer) =>
  createHmac('sha256', key).update(payload).digest().subarray(0, macLength);

function toUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
