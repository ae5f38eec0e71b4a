import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createUser } from '../../../shared/users/create-user.ts';
import { listUsers } from '../../../shared/users/list-users.ts';
import { removeUser } from '../../../shared/users/remove-user.ts';
import { Credentials } from '../../../shared/users/schema.ts';
import type { WebContext } from '../../web-context.ts';
import { assertAttempts } from '../attempt-limit.ts';
import { addForm, addPage, readForm, redirectWithNotice, type Show } from '../pages.ts';
import { Confirm, Field, Form } from '../parts/form.tsx';
import { Time } from '../parts/format.tsx';
import { Layout } from '../parts/layout.tsx';
import { pageOf } from '../parts/page-context.ts';
import { Table } from '../parts/table.tsx';

/** Password hashing is expensive on purpose. */
const usersPerMinute = 20;

const UserParams = z.object({ userId: z.guid() });

/** The users of the account (C11.3). */
export function userPages(app: FastifyInstance, ctx: WebContext): void {
  const show: Show = async (request, formError) => {
    const { caller, userId: self } = request.session;
    const users = await listUsers(ctx, caller);
    return (
      <Layout title="Users" page={pageOf(request)} formError={formError}>
        <section class="card" aria-label="Users of this account">
          <Table label="Users" columns={['Email', 'Added', { name: 'Actions', hidden: true }]}>
            {users.map(({ user_id, email, created_at }) => (
              <tr key={user_id}>
                <th scope="row">{email}</th>
                <td>
                  <Time at={created_at} />
                </td>
                <td class="end">
                  {user_id === self ? (
                    <span class="tag">You</span>
                  ) : (
                    <Confirm
                      id={`remove-${user_id}`}
                      label="Remove"
                      description={`Remove ${email}`}
                      question={`${email} will be signed out and can no longer sign in.`}
                      action={`/dashboard/users/${user_id}/remove`}
                    />
                  )}
                </td>
              </tr>
            ))}
          </Table>
        </section>
        <section class="card" aria-labelledby="add">
          <h2 id="add">Add a user</h2>
          <p class="soft">
            Users can do everything that you can. Send them the password over a secure channel.
          </p>
          <Form action="/dashboard/users" class="fields">
            <Field name="email" label="Email" type="email" autocomplete="off" required />
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
            <div class="row">
              <button type="submit">Add user</button>
            </div>
          </Form>
        </section>
      </Layout>
    );
  };
  addPage(app, '/users', {}, show);

  addForm(app, '/users', {}, show, async (request, reply) => {
    const { accountId } = request.session.caller;
    await assertAttempts(ctx, 'add-user', [accountId], usersPerMinute);
    const { email } = await createUser(ctx, accountId, readForm(Credentials, request.body));
    return redirectWithNotice(reply, '/dashboard/users', `${email} can sign in now.`);
  });

  addForm(app, '/users/:userId/remove', { schema: { params: UserParams } }, show, async (request, reply) => {
    const { caller, userId } = request.session;
    const params = request.params as z.infer<typeof UserParams>;
    await removeUser(ctx, { accountId: caller.accountId, userId }, params.userId);
    return redirectWithNotice(reply, '/dashboard/users', 'The user was removed.');
  });
}
