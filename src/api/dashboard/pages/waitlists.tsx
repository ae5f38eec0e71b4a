import type { FastifyInstance } from 'fastify';
import { planTitle } from '../../../shared/account/plans.ts';
import { listArchived } from '../../../shared/list/archive/queries.ts';
import { updateSettings } from '../../../shared/list/settings/update-settings.ts';
import { createWaitlist } from '../../../shared/list/waitlists/create-waitlist.ts';
import { listWaitlists } from '../../../shared/list/waitlists/list-waitlists.ts';
import { WaitlistInput, type WaitlistWithCount } from '../../../shared/list/waitlists/schema.ts';
import type { WebContext } from '../../web-context.ts';
import { addForm, addPage, type FormValues, readForm, redirectWithFlash, type Show } from '../pages.ts';
import { Checkbox } from '../parts/checkbox.tsx';
import { Empty } from '../parts/empty/empty.tsx';
import { Field, Form, IfMaySend, Submit } from '../parts/form.tsx';
import { countOf, formatCount, Time } from '../parts/format.tsx';
import { ArchivedTag } from '../parts/frame/archived-tag.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { Layout } from '../parts/layout.tsx';
import { pageOf } from '../parts/page-context.ts';
import { offsetOf, Pager, rowsPerPage } from '../parts/pager.tsx';
import { Table } from '../parts/table.tsx';

/** The account's waitlists (C11.3). */
export function waitlistPages(app: FastifyInstance, ctx: WebContext): void {
  const show: Show = async (request, formError) => {
    const { caller } = request.session;
    const page = { limit: rowsPerPage, offset: offsetOf(request) };
    const lists = await ctx.read({ caller, over: request.over }, (from) => listWaitlists(from, caller, page));
    const ids = lists.data.map(({ id }) => id);
    const archived = await listArchived(ctx.sql, caller.accountId, ids);
    const limit = caller.limits.waitlists;
    return (
      <Layout title="Waitlists" page={pageOf(request)} formError={formError}>
        {lists.total === 0 ? (
          <NoWaitlists href="#new" />
        ) : (
          <section class="card" aria-label="Waitlists of this account">
            {limit !== null && (
              <p class="soft">
                {formatCount(lists.total)} of {countOf(limit, 'waitlist')}{' '}
                {caller.isTest ? 'in the test mode' : `on the ${planTitle(caller.plan)} plan`}.
              </p>
            )}
            <WaitlistTable waitlists={lists.data} archived={archived} />
            <Pager path="/dashboard/waitlists" {...lists} />
          </section>
        )}
        <IfMaySend to="/dashboard/waitlists">
          <section class="card" aria-labelledby="new">
            <h2 id="new">Create a waitlist</h2>
            <Form action="/dashboard/waitlists" class="fields">
              <Field name="name" label="Name" required maxlength={100} />
              <Checkbox
                name="monitor"
                label="Look for suspicious referrals"
                hint="Such as many from one person. They count all the same: you decide in Review."
              />
              <div class="row">
                <Submit>Create waitlist</Submit>
              </div>
            </Form>
          </section>
        </IfMaySend>
      </Layout>
    );
  };
  addPage(app, '/waitlists', {}, show);

  addForm(app, '/waitlists', {}, show, async (request, reply) => {
    const { id, name } = await createWaitlist(
      ctx,
      request.session.caller,
      readForm(WaitlistInput, request.body),
    );
    if ((request.body as FormValues).monitor === 'on')
      await updateSettings(ctx, request.session.caller, id, { abuse: { mode: 'monitor' } });
    return redirectWithFlash(reply, `/dashboard/waitlists/${id}`, `${name} was created.`);
  });
}

/** What an account without waitlists shows. `href` is the form that makes one. */
export function NoWaitlists({ href }: { readonly href: string }) {
  return (
    <Empty
      picture="lists"
      title="No waitlists yet"
      about="A waitlist collects the people who wait for one product, with their places, who brought whom, and the mails that they get."
    >
      <IfMaySend to="/dashboard/waitlists">
        <a class="button" href={href}>
          <Icon name="list-plus" />
          Create the first waitlist
        </a>
      </IfMaySend>
    </Empty>
  );
}

/** A table of waitlists with their number of signups. */
function WaitlistTable({
  waitlists,
  archived,
}: {
  waitlists: readonly WaitlistWithCount[];
  archived: ReadonlySet<string>;
}) {
  return (
    <Table label="Waitlists" columns={['Name', { name: 'Signups', number: true }, 'Created']}>
      {waitlists.map(({ id, name, signup_count, created_at }) => (
        <tr key={id}>
          <th scope="row">
            <a href={`/dashboard/waitlists/${id}`}>{name}</a> {archived.has(id) && <ArchivedTag />}
          </th>
          <td class="number">{formatCount(signup_count)}</td>
          <td>
            <Time at={created_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
