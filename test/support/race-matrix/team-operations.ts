import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { testAccountIdOf } from '../../../src/shared/account/accounts/test-account.ts';
import { updateAccount } from '../../../src/shared/account/administration/update-account.ts';
import { createApiKey } from '../../../src/shared/account/api-keys/create-api-key.ts';
import { connectApp } from '../../../src/shared/account/apps/connect-app.ts';
import { endApp } from '../../../src/shared/account/apps/end-app.ts';
import { endGrant } from '../../../src/shared/account/apps/end-grant.ts';
import { listApps } from '../../../src/shared/account/apps/list-apps.ts';
import type { Role } from '../../../src/shared/account/scopes.ts';
import { findSession } from '../../../src/shared/account/sessions/session.ts';
import { switchMode } from '../../../src/shared/account/sessions/switch-mode.ts';
import { chooseAccount } from '../../../src/shared/account/sign-in/choose-account.ts';
import { passCode, signIn, userOfTicket } from '../../../src/shared/account/sign-in/sign-in.ts';
import { signInAs } from '../../../src/shared/account/sign-in/single-sign-on/sign-in-as.ts';
import { createUser } from '../../../src/shared/account/users/create-user.ts';
import { acceptInvite } from '../../../src/shared/account/users/links/accept-invite.ts';
import { inviteUser, revokeInvite } from '../../../src/shared/account/users/links/invite-user.ts';
import { startLink } from '../../../src/shared/account/users/links/queries.ts';
import { requestReset, resetPassword } from '../../../src/shared/account/users/links/reset-password.ts';
import { hashLinkToken, newLinkToken } from '../../../src/shared/account/users/links/token.ts';
import { removeUser } from '../../../src/shared/account/users/remove-user.ts';
import { setPasswordOf } from '../../../src/shared/account/users/set-password.ts';
import { setRole } from '../../../src/shared/account/users/set-role.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  readTwoFactor,
} from '../../../src/shared/account/users/two-factor/two-factor.ts';
import { createWaitlist } from '../../../src/shared/list/waitlists/create-waitlist.ts';
import { transaction } from '../../../src/shared/platform/postgres/transaction.ts';
import { callerOf, refusalOnly } from './callers.ts';
import type { Operation } from './world.ts';

/** Does it as often as others do the same, whose refusals mean that they were first. */
const tried = (work: () => Promise<unknown>) => async () => {
  await work().catch(refusalOnly);
  return undefined;
};

/** Operations on the users of the account. */
export const teamOperations: Readonly<Record<string, Operation>> = {
  'change and remove users': {
    async prepare({ contexts: [ctx, other], accountId }) {
      const password = 'correct horse';
      const add = async () => {
        const email = `${randomUUID()}@example.com`;
        return { email, userId: (await createUser(ctx, accountId, { email, password })).user_id };
      };
      const [ada, bob] = [await add(), await add()];
      const lower = (at: typeof ctx, userId: string, role: Role) => async () => {
        await setRole(at, { accountId }, userId, role).catch(refusalOnly);
        return undefined;
      };
      return [
        lower(ctx, ada.userId, 'editor'),
        lower(other, bob.userId, 'viewer'),
        async () => {
          await removeUser(other, { accountId, userId: ada.userId }, bob.userId).catch(refusalOnly);
          return undefined;
        },
        async () => {
          await signIn(ctx, { email: bob.email, password }).catch(refusalOnly);
          return undefined;
        },
      ];
    },
  },
  'connect and end apps': {
    async prepare({ contexts: [ctx, other], accountId }) {
      const password = 'correct horse';
      const email = `${randomUUID()}@example.com`;
      const { user_id: userId } = await createUser(ctx, accountId, { email, password });
      const opened = await signIn(ctx, { email, password });
      const session = await findSession(ctx, 'token' in opened ? opened.token : '');
      if (!session) throw new Error('the user is not signed in');
      const grant = () => ({
        ...{ grantId: randomUUID(), clientId: 'client', name: 'Chat', redirectHost: 'chat.example' },
        ...{ scopes: ['waitlists:read'] as const, isTest: false },
      });
      const first = grant();
      await connectApp(ctx, session, first);
      const [app] = await listApps(ctx, accountId);
      return [
        tried(() => connectApp(ctx, session, grant())),
        tried(() => connectApp(other, session, grant())),
        tried(() => endApp(other, String(app?.app_id), { by: { accountId } })),
        tried(() => endGrant(ctx, first.grantId)),
        tried(() => setPasswordOf(other, { accountId }, userId, 'another horse')),
      ];
    },
  },
  'switch to the test mode': {
    async prepare({ contexts: [ctx, other], accountId }) {
      const password = 'correct horse';
      const email = `${randomUUID()}@example.com`;
      await createUser(ctx, accountId, { email, password });
      const opened = await signIn(ctx, { email, password });
      const token = 'token' in opened ? opened.token : '';
      const session = (await findSession(ctx, token)) ?? { home: callerOf({ accountId }), token };
      const test = { accountId: testAccountIdOf(accountId) };
      return [
        tried(() => switchMode(ctx, session, 'test')),
        tried(() => switchMode(other, session, 'live')),
        tried(() => createApiKey(other, accountId, { name: 'test', scopes: 'all', test: true })),
        tried(() => updateAccount(ctx, accountId, { timeZone: 'UTC' })),
        tried(() => createWaitlist(other, test, { name: randomUUID() })),
      ];
    },
  },
  'mail links to users': {
    async prepare({ contexts: [ctx, other], accountId, notifier }) {
      const managed = {
        type: 'smtp',
        from: 'a@example.com',
        settings: {},
        webhookSecret: undefined,
      } as const;
      const webOf = (at: typeof ctx) => ({
        ...at,
        notifier,
        config: { ...at.config, email: { ...at.config.email, managed: at.config.email.managed ?? managed } },
      });
      const [one, two] = [webOf(ctx), webOf(other)];
      const email = `${randomUUID()}@example.com`;
      const guest = `${randomUUID()}@example.com`;
      await createUser(ctx, accountId, { email, password: 'correct horse' });
      // Not proven, so that accepting the invitation takes this user over.
      const adder = { type: 'user', id: null, name: 'adder@example.com' } as const;
      await createUser(ctx, accountId, { email: guest, password: 'correct horse' }, adder);
      await inviteUser(one, { accountId }, { email: guest, role: 'viewer' });
      await requestReset(one, email);
      await ctx.sql`UPDATE user_links SET created_at = created_at - interval '1 hour' WHERE account_id = ${accountId}`;
      const links = await ctx.sql<{ id: string; kind: string }[]>`
        SELECT id, kind FROM user_links WHERE email_key IN ${ctx.sql([email, guest])}`;
      const tokens = new Map(links.map(({ kind }) => [kind, newLinkToken()]));
      const start = () =>
        Promise.all(
          links.map(({ id, kind }) =>
            transaction(ctx.sql, (tx) =>
              startLink(tx, { accountId, id }, hashLinkToken(tokens.get(kind)) as Buffer, 'smtp'),
            ),
          ),
        );
      await start();
      const token = (kind: string) => ({ token: tokens.get(kind) ?? '', password: 'another password' });
      const invite = links.find(({ kind }) => kind === 'invite')?.id ?? '';
      return [
        tried(() => acceptInvite(ctx, token('invite'))),
        tried(() => revokeInvite(other, { accountId }, invite)),
        tried(() => inviteUser(two, { accountId }, { email: guest, role: 'editor' })),
        tried(() => resetPassword(ctx, token('reset'))),
        tried(() => resetPassword(other, token('reset'))),
        tried(() => requestReset(two, email)),
        tried(start),
      ];
    },
  },
  'prove who users are': {
    async prepare(world) {
      const {
        contexts: [ctx, other],
        accountId,
      } = world;
      const password = 'correct horse';
      const email = `${randomUUID()}@example.com`;
      const { user_id: userId } = await createUser(ctx, accountId, { email, password });
      const session = {
        userId,
        email,
        role: 'owner',
        accountName: 'Acme',
        timeZone: 'UTC',
        caller: callerOf(world),
        home: callerOf(world),
        token: '',
        csrfToken: '',
      } as const;
      await beginTwoFactor(ctx, session);
      const begun = await readTwoFactor(ctx, session);
      const app = new TOTP({ secret: Secret.fromBase32('secret' in begun ? begun.secret : '') });
      const [recoveryCode = ''] = await confirmTwoFactor(ctx, session, app.generate());
      const opened = await signIn(ctx, { email, password });
      const ticket = 'ticket' in opened ? opened.ticket : '';
      const enterCode = (at: typeof ctx, code: string) =>
        tried(async () =>
          passCode({ ...at, notifier: world.notifier }, await userOfTicket(at, ticket), {
            ...{ ticket, code, isKnownBrowser: false },
          }),
        );
      const comeBack = (at: typeof ctx) =>
        tried(() => signInAs(at, { issuer: 'https://id.example', subject: randomUUID(), email }, null));
      return [
        enterCode(ctx, recoveryCode),
        enterCode(other, recoveryCode),
        enterCode(other, '000000'),
        tried(() => chooseAccount(other, ticket, null)),
        comeBack(ctx),
        comeBack(other),
        tried(() => endTwoFactor(other, session, { password, code: recoveryCode })),
        tried(() => beginTwoFactor(ctx, session)),
        tried(() => removeUser(other, { accountId, userId: randomUUID() }, userId)),
      ];
    },
  },
};
