import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccount } from '../shared/account/administration/create-account.ts';
import { listAccounts } from '../shared/account/administration/list-accounts.ts';
import { createApiKey } from '../shared/account/api-keys/create-api-key.ts';
import type { Credentials } from '../shared/account/users/schema.ts';
import type { Context } from '../shared/context.ts';
import { createWaitlist } from '../shared/list/waitlists/create-waitlist.ts';

/** Everything needed to send a first request and to sign in. */
export interface FirstAccount {
  readonly key: string;
  readonly waitlistId: string;
  /** Undefined where users sign in at the OpenID provider only, which knows nobody of this name. */
  readonly owner?: Credentials | undefined;
}

/**
 * Creates an account with a key and a waitlist if there is no account yet.
 * The database holds only hashes of the key and the password, so both are also saved in the data folder,
 * readable only by its owner. Every later start can then print a request that works.
 * @returns undefined if the accounts were created in another way
 */
export async function openFirstAccount(ctx: Context, dataDir: string): Promise<FirstAccount | undefined> {
  const file = join(dataDir, 'first-account.json');
  if ((await listAccounts(ctx)).length > 0) {
    return readFile(file, 'utf8').then(
      (text) => withLogin(ctx, JSON.parse(text) as FirstAccount),
      () => undefined,
    );
  }
  const owner = ctx.config.hasPasswords
    ? { email: 'owner@example.com', password: randomBytes(12).toString('base64url') }
    : undefined;
  const { account_id: accountId } = await createAccount(ctx, { name: 'My account', plan: 'scale', owner });
  const { key } = await createApiKey(ctx, accountId, { name: 'First key', scopes: 'all' });
  const { id: waitlistId } = await createWaitlist(ctx, { accountId }, { name: 'Rocket' });
  const first: FirstAccount = { key, waitlistId, owner };
  await writeFile(file, `${JSON.stringify(first)}\n`, { mode: 0o600 });
  return first;
}

/** Without the login, if passwords have been switched off since. */
function withLogin({ config }: Context, { owner, ...first }: FirstAccount): FirstAccount {
  return { ...first, owner: config.hasPasswords ? owner : undefined };
}
