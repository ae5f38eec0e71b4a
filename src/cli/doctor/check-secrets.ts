import type { Context } from '../../shared/context.ts';
import { listKeyUse } from '../../shared/platform/stored-secrets/list-key-use.ts';
import { type Check, ok, problem, warning } from './check.ts';

/** Fewer different bytes than these are no random key. */
const leastBytes = 8;

/** Checks the keys, and that they decrypt what is stored. */
export async function checkSecrets(ctx: Context): Promise<Check[]> {
  if (ctx.config.encryptionKeys.length === 0) return []; // the environment says so
  const keys = await listKeyUse(ctx);
  const missing = sum(keys.filter(({ status }) => status === 'missing'));
  const old = sum(keys.filter(({ status }) => status === 'old'));
  if (missing > 0)
    return [
      problem(
        'secrets',
        `${missing} stored secrets need a key that ENCRYPTION_KEY does not have.`,
        'Add the lost key behind the others. Without it, set up the mail providers and integrations again.',
      ),
    ];
  const [current = ''] = ctx.config.encryptionKeys;
  if (isWeak(current))
    return [
      problem('secrets', 'ENCRYPTION_KEY is not random.', 'Replace it: docs/operations.md, Key rotation.'),
    ];
  if (old > 0)
    return [warning('secrets', `${old} stored secrets still need an old key.`, 'Run `secrets reseal`.')];
  return [ok('secrets', `ENCRYPTION_KEY decrypts all ${sum(keys)} stored secrets.`)];
}

const sum = (keys: readonly { secrets: number }[]) => keys.reduce((total, { secrets }) => total + secrets, 0);

function isWeak(key: string): boolean {
  const bytes = /^[0-9a-f]{64}$/i.test(key) ? Buffer.from(key, 'hex') : Buffer.from(key, 'base64');
  return new Set(bytes).size < leastBytes;
}
