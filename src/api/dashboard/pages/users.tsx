import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createUser } from '../../../shared/account/users/create-user.ts';
import { inviteUser, revokeInvite, UserInvite } from '../../../shared/account/users/links/invite-user.ts';
import { type InviteRow, listInvites } from '../../../shared/account/users/links/queries.ts';
import { listUsers } from '../../../shared/account/users/list-users.ts';
import { removeUser } from '../../../shared/account/users/remove-user.ts';
import { newCredentials, UserRole } from '../../../shared/account/users/schema.ts';
import { setRole } from '../../../shared/account/users/set-role.ts';
import { notFound } from '../../../shared/platform/errors.ts';
import type { WebContext } from '../../web-context.ts';
import { assertAttempts } from '../attempt-limit.ts';
import { addForm, addPage, readForm, redirectWithFlash, type Show } from '../pages.ts';
import { Empty } from '../parts/empty/empty.tsx';
import { Choice, Confirm, Field, Form, IfMaySend, Submit } from '../parts/form.tsx';
import { Time } from '../parts/format.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { Layout } from '../parts/layout.tsx';
import { pageOf } from '../parts/page-context.ts';
import { Table } from '../parts/table.tsx';
import { roleOptions, roleTexts } from '../role-texts.ts';

/** Password hashing is expensive on purpose. */
const usersPerMinute = 20;

const RoleForm = z.object({ role: UserRole });

const UserParams = z.object({ userId: z.guid() });
const InviteParams = z.object({ inviteId: z.guid() });
const invited = { schema: { params: InviteParams } };

/** The users of the account (C11.3). */
export function userPages(app: FastifyInstance, ctx: WebContext): void {
  const { hasPasswords } = ctx.config;
  /** A password that somebody else chose proves no address: where mails can be sent, users are invited. */
  const canAdd = !hasPasswords || !ctx.config.email.managed;
  const NewUser = newCredentials(ctx.config).extend({ role: UserRole.default('editor') });

  const show: Show = async (request, formError) => {
    const { home: caller, userId: self } = request.session;
    const users = await listUsers(ctx, caller);
    const isOwner = request.session.role === 'owner';
    const invites = await listInvites(ctx.sql, caller.accountId);
    return (
      <Layout title="Users" page={pageOf(request)} formError={formError}>
        <section class="card" aria-label="Users of this account">
          <Table
            label="Users"
            columns={[
              'Email',
              'Role',
              ...(isOwner ? ['Two-factor'] : []),
              'Added',
              { name: 'Actions', hidden: true },
            ]}
          >
            {users.map(({ user_id, email, role, created_at, hasTwoFactor, isProven }) => (
              <tr key={user_id}>
                <th scope="row">
                  {email} {user_id === self && <span class="tag">You</span>}
                  {!isProven && <span class="tag">Not proven</span>}
                </th>
                <td>{roleTexts[role].name}</td>
                {isOwner && <td>{hasTwoFactor ? 'On' : <span class="soft">Off</span>}</td>}
                <td>
                  <Time at={created_at} />
                </td>
                <td class="end">
                  <div class="row together">
                    <Confirm
                      id={`role-${user_id}`}
                      label="Change role"
                      description={`Change role of ${email}`}
                      tone="quiet"
                      question={`What may ${email} do?`}
                      action={`/dashboard/users/${user_id}/role`}
                    >
                      <Choice name="role" label="Role" initial={role} options={roleOptions} />
                    </Confirm>
                    {user_id !== self && (
                      <Confirm
                        id={`remove-${user_id}`}
                        label="Remove"
                        description={`Remove ${email}`}
                        question={`${email} will be signed out and can no longer sign in.`}
                        action={`/dashboard/users/${user_id}/remove`}
                      />
                    )}
                  </div>
                </td>
              </tr>
            ))}
          </Table>
        </section>
        {users.length === 1 && invites.length === 0 && (canAdd || ctx.config.email.managed) && (
          <IfMaySend to="/dashboard/users">
            <Empty
              picture="people"
              title="Nobody else works here yet"
              about="Colleagues are listed here with what they may do: look, change lists and write to people, or everything. The audit log says who did what."
            >
              <a class="button quiet" href={ctx.config.email.managed ? '#invite' : '#add'}>
                <Icon name="user-round-plus" />
                {ctx.config.email.managed ? 'Invite a colleague' : 'Add a colleague'}
              </a>
            </Empty>
          </IfMaySend>
        )}
        {users.some(({ isProven }) => !isProven) && (
          <p class="soft">
            Nobody has shown yet that the address of a user who is <em>not proven</em> is theirs. An
            invitation does it, or a link to a new password.
          </p>
        )}
        {invites.length > 0 && <Invites of={invites} />}
        {ctx.config.email.managed && <Invite hasPasswords={hasPasswords} />}
        {canAdd && (
          <IfMaySend to="/dashboard/users">
            <section class="card" aria-labelledby="add">
              <h2 id="add">{hasPasswords ? 'Add a user with a password' : 'Add a user without a mail'}</h2>
              <p class="soft">
                {hasPasswords
                  ? 'Send the password over a secure channel. Users can change it.'
                  : 'They can sign in with single sign-on at once, as this address.'}
              </p>
              <Form action="/dashboard/users" class="fields">
                <Field name="email" label="Email" type="email" autocomplete="off" required />
                {hasPasswords && (
                  <Field
                    name="password"
                    label="Password"
                    type="password"
                    autocomplete="new-password"
                    required
                    minlength={8}
                    maxlength={200}
                    hint="At least 8 characters. The user can change it after signing in."
                  />
                )}
                <Choice name="role" label="Role" initial="editor" options={roleOptions} />
                <div class="row">
                  <Submit>Add user</Submit>
                </div>
              </Form>
            </section>
          </IfMaySend>
        )}
      </Layout>
    );
  };
  addPage(app, '/users', {}, show);

  if (canAdd)
    addForm(app, '/users', {}, show, async (request, reply) => {
      const { accountId, actor } = request.session.home;
      await assertAttempts(ctx, 'add-user', [accountId], usersPerMinute);
      const { email } = await createUser(ctx, accountId, readForm(NewUser, request.body), actor);
      return redirectWithFlash(reply, '/dashboard/users', `${email} can sign in now.`);
    });

  addForm(app, '/users/invite', {}, show, async (request, reply) => {
    const { home: caller } = request.session;
    await assertAttempts(ctx, 'add-user', [caller.accountId], usersPerMinute);
    const invite = readForm(UserInvite, request.body);
    await inviteUser(ctx, caller, invite);
    return redirectWithFlash(reply, '/dashboard/users', `${invite.email} gets a mail with a link.`);
  });

  addForm(app, '/users/invites/:inviteId/revoke', invited, show, async (request, reply) => {
    const { inviteId } = request.params as z.infer<typeof InviteParams>;
    await revokeInvite(ctx, request.session.home, inviteId);
    return redirectWithFlash(reply, '/dashboard/users', 'The invitation was revoked.');
  });

  addForm(app, '/users/:userId/remove', { schema: { params: UserParams } }, show, async (request, reply) => {
    const { home: caller, userId } = request.session;
    const params = request.params as z.infer<typeof UserParams>;
    await removeUser(ctx, { ...caller, userId }, params.userId);
    return redirectWithFlash(reply, '/dashboard/users', 'The user was removed.');
  });

  addForm(app, '/users/:userId/role', { schema: { params: UserParams } }, show, async (request, reply) => {
    const { userId } = request.params as z.infer<typeof UserParams>;
    const users = await listUsers(ctx, request.session.home);
    if (users.every(({ user_id }) => user_id !== userId.toLowerCase())) notFound('user');
    const { role } = readForm(RoleForm, request.body);
    const { email } = await setRole(ctx, request.session.home, userId, role);
    return redirectWithFlash(reply, '/dashboard/users', `${email} is now: ${roleTexts[role].name}.`);
  });
}

/** Invitations that nobody has accepted yet. */
function Invites({ of }: { of: readonly InviteRow[] }) {
  return (
    <section class="card" aria-labelledby="invites">
      <h2 id="invites">Open invitations</h2>
      <Table
        label="Open invitations"
        columns={['Email', 'Role', 'Mail', 'Valid until', { name: 'Actions', hidden: true }]}
      >
        {of.map(({ id, email, role, mail_state, expires_at }) => (
          <tr key={id}>
            <th scope="row">{email}</th>
            <td>{roleTexts[role].name}</td>
            <td>{mailTexts[mail_state ?? 'sent'] ?? 'Not sent: invite again'}</td>
            <td>
              <Time at={expires_at} />
            </td>
            <td class="end">
              <Confirm
                id={`revoke-${id}`}
                label="Revoke"
                description={`Revoke the invitation of ${email}`}
                question={`The link that ${email} got stops working.`}
                action={`/dashboard/users/invites/${id}/revoke`}
              />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

const mailTexts: Readonly<Record<string, string>> = {
  queued: 'On its way',
  sending: 'On its way',
  sent: 'Sent',
};

function Invite({ hasPasswords }: { hasPasswords: boolean }) {
  return (
    <IfMaySend to="/dashboard/users/invite">
      <section class="card" aria-labelledby="invite">
        <h2 id="invite">Invite somebody</h2>
        <p class="soft">
          They get a mail with a link and{' '}
          {hasPasswords ? 'choose their own password' : 'sign in with single sign-on'}. The link works for 7
          days.
        </p>
        <Form action="/dashboard/users/invite" class="fields">
          <Field name="email" label="Email" type="email" autocomplete="off" required maxlength={320} />
          <Choice name="role" label="Role" initial="editor" options={roleOptions} />
          <div class="row">
            <Submit>Send the invitation</Submit>
          </div>
        </Form>
      </section>
    </IfMaySend>
  );
}
