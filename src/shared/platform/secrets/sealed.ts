import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Seals secrets at rest (C7.8). */
export interface Vault {
  /** The ids of the keys, from which nothing about them can be derived. The first one seals. */
  readonly keyIds: readonly [string, ...string[]];
  /**
   * A text that only `open` with the same `bound` texts reads, such as the account and the column. Different
   * each time.
   */
  seal(plain: string, bound: readonly string[]): string;
  /** @throws Error if the text was changed, is bound to something else, or its key is missing */
  open(sealed: string, bound: readonly string[]): string;
}

const version = 'v1';
const tagLength = 16;

/**
 * AES-256-GCM with the first key; texts of older keys still open (`ENCRYPTION_KEY=new,old`). A sealed text is
 * `v1.<key id>.<nonce>.<ciphertext and tag>`, each part in base64url.
 * @throws Error for a key that is not 32 bytes in base64 or 64 hex digits; it names the position and does not
 * show the key
 */
export function openVault(keys: readonly string[]): Vault {
  const keysById = new Map<string, Buffer>();
  for (const [index, text] of keys.entries()) {
    const key = toKey(text);
    if (!key)
      throw new Error(
        `Encryption key ${index + 1} of ${keys.length} is not 32 bytes in base64 or 64 hex digits`,
      );
    keysById.set(keyId(key), key);
  }
  const [current] = keysById;
  if (!current) throw new Error('ENCRYPTION_KEY is not set');
  const [currentId, currentKey] = current;
  const [, ...otherIds] = keysById.keys();

  return {
    keyIds: [currentId, ...otherIds],
    seal(plain, bound) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', currentKey, nonce, { authTagLength: tagLength });
      cipher.setAAD(toAad(bound));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return [version, currentId, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
    },
    open(text, bound) {
      const [form, id = '', nonceText = '', sealedText = '', ...rest] = text.split('.');
      const nonce = fromBase64Url(nonceText);
      const sealed = fromBase64Url(sealedText);
      if (
        form !== version ||
        rest.length > 0 ||
        nonce?.length !== 12 ||
        !sealed ||
        sealed.length < tagLength
      ) {
        throw new Error('Not a sealed text');
      }
      const key = keysById.get(id);
      if (!key) throw new Error(`The encryption key ${id} is not here`);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
      decipher.setAAD(toAad(bound));
      decipher.setAuthTag(sealed.subarray(-tagLength));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(0, -tagLength)), decipher.final()]).toString(
          'utf8',
        );
      } catch (cause) {
        throw new Error('The sealed text was changed, or was sealed for another place', { cause });
      }
    },
  };
}

/** Whether a text is a key: 32 bytes in base64, or 64 hex digits. */
export function isEncryptionKey(text: string): boolean {
  return toKey(text) !== undefined;
}

function toKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

/** Identifies a key without revealing anything about it. */
function keyId(key: Buffer): string {
  return createHash('sha256').update(key).digest().subarray(0, 6).toString('base64url');
}

/** JSON separates the parts, whatever they hold. */
function toAad(bound: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(bound));
}

/** Undefined for anything but the canonical encoding. */
function fromBase64Url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
