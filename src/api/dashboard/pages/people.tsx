import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { z } from 'zod';
import { erasePerson } from '../../../shared/capabilities/people/erase-person.ts';
import { exportPerson, takePersonExport } from '../../../shared/capabilities/people/export-person.ts';
import { type PersonExport, PersonInput } from '../../../shared/capabilities/people/schema.ts';
import { listAwaited } from '../../../shared/mail/signup-mail/queries.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import { toEmailKey } from '../../../shared/platform/schema/email-address.ts';
import type { WebContext } from '../../web-context.ts';
import {
  addForm,
  addPage,
  type FormError,
  readForm,
  redirectWithFlash,
  type Show,
  sendPage,
} from '../pages.ts';
import { Checkbox } from '../parts/checkbox.tsx';
import { EmailTag } from '../parts/email-tag.tsx';
import { Empty } from '../parts/empty/empty.tsx';
import { Picture } from '../parts/empty/pictures.tsx';
import { Confirm, Field, Form, IfMaySend, Submit } from '../parts/form.tsx';
import { countOf, formatCount, Time } from '../parts/format.tsx';
import { Layout } from '../parts/layout.tsx';
import { pageOf } from '../parts/page-context.ts';
import { Table } from '../parts/table.tsx';

const url = '/people';
const ErasureForm = PersonInput.extend({
  typed: z.string().optional(),
  suppress: z.literal('on').optional(),
});

/**
 * One address on all waitlists of the account (N3): what is kept, its export and its erasure. The address is
 * sent in forms and never in an address, which browsers and proxies would keep.
 */
export function peoplePage(app: FastifyInstance, ctx: WebContext): void {
  /** The page with what was found of an address, if there is one. */
  async function page(request: FastifyRequest, email?: string, formError?: FormError): Promise<VNode> {
    const found =
      email === undefined ? undefined : await exportPerson(ctx, request.session.caller, { email });
    const ids = (found?.signups ?? []).map(({ id }) => id);
    const awaited = await listAwaited(ctx.sql, request.session.caller.accountId, ids);
    return (
      <Layout title="People" page={pageOf(request)} formError={formError}>
        <section class="card" aria-label="Find a person">
          <Form action="/dashboard/people" class="fields">
            <Field
              name="email"
              label="Email"
              type="email"
              required
              maxlength={320}
              autocomplete="off"
              initial={email}
              hint="The whole address, in any letter case. It is looked for on all waitlists."
            />
            <div class="row">
              <Submit>Find</Submit>
            </div>
          </Form>
        </section>
        {found ? (
          <Found of={found} awaited={awaited} />
        ) : (
          <Empty
            picture="lens"
            title="All about one person"
            about="What is kept about an address is listed here: its places on all waitlists, its mails, events and deliveries. If the person asks, you hand out all of it as a file, or erase it."
          />
        )}
      </Layout>
    );
  }

  /** A refused erasure still shows the person. */
  const show: Show = (request, formError) => {
    const email = formError?.values.email;
    const isKnown = formError?.path !== `/dashboard${url}` && typeof email === 'string';
    const isAddress = isKnown && toEmailKey(email.trim()) !== undefined;
    return page(request, isAddress ? email.trim() : undefined, formError);
  };
  addPage(app, url, {}, show);

  addForm(app, url, {}, show, async (request, reply) => {
    const { csrf: _, ...fields } = request.body as Record<string, unknown>;
    const { email } = readForm(PersonInput, fields);
    return sendPage(reply, await page(request, email));
  });

  addForm(app, `${url}/export`, {}, show, async (request, reply) => {
    const { csrf: _, ...fields } = request.body as Record<string, unknown>;
    const exported = await takePersonExport(ctx, request.session.caller, readForm(PersonInput, fields));
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="person.json"')
      .send(JSON.stringify(exported, null, 2));
  });

  addForm(app, `${url}/erase`, {}, show, async (request, reply) => {
    const { csrf: _, ...fields } = request.body as Record<string, unknown>;
    const { email, typed = '', suppress } = readForm(ErasureForm, fields);
    if (toEmailKey(typed.trim()) !== toEmailKey(email))
      throw new AppError('invalid_request', 'The address does not match. Type the address of this person.', {
        field: 'typed',
      });
    const { caller, userId } = request.session;
    const input = { email, suppress: suppress === 'on' };
    const { signups, mails } = await erasePerson(ctx, caller, input, userId);
    return redirectWithFlash(
      reply,
      '/dashboard/people',
      `Erased: ${countOf(signups, 'signup')} and ${countOf(mails, 'mail')}. Connected tools will get the news.`,
    );
  });
}

function Found({ of, awaited }: { of: PersonExport; awaited: ReadonlySet<string> }) {
  const { email, signups, mails, suppressions, events, deliveries, import_rows: rows } = of;
  const isKnown = signups.length + suppressions.length + events.length + rows.length > 0;
  return (
    <>
      <section class="card" aria-labelledby="person">
        <h2 id="person">{email}</h2>
        {isKnown ? (
          <p class="soft">
            {countOf(signups.length, 'signup')}, {countOf(mails.length, 'mail')},{' '}
            {countOf(events.length, 'event')}, {countOf(deliveries.length, 'delivery', 'deliveries')} and{' '}
            {countOf(rows.length, 'row')} of imports of the last 30 days.
          </p>
        ) : (
          <div class="nothing">
            <Picture name="lens" width={152} />
            <p>
              <strong>Nothing is kept about this address.</strong>
            </p>
          </div>
        )}
        {signups.length > 0 && <Signups of={signups} mails={mails} awaited={awaited} />}
      </section>
      {mails.length > 0 && (
        <section class="card" aria-labelledby="mails">
          <h2 id="mails">Mails</h2>
          <Table label="Mails" columns={['Kind', 'State', 'Sent']}>
            {mails.map(({ id, kind, state, sent_at }) => (
              <tr key={id}>
                <th scope="row">{kindNames[kind] ?? kind}</th>
                <td>{mailStates[state] ?? state}</td>
                <td>{sent_at === null ? <span class="soft">No</span> : <Time at={sent_at} />}</td>
              </tr>
            ))}
          </Table>
        </section>
      )}
      {suppressions.length > 0 && (
        <section class="card" aria-labelledby="suppressions">
          <h2 id="suppressions">Gets no mails</h2>
          <Table label="Suppressions" columns={['Why', 'Where', 'Since']}>
            {suppressions.map(({ id, reason, waitlist_id, created_at }) => (
              <tr key={id}>
                <th scope="row">{reasonNames[reason]}</th>
                <td>
                  {waitlist_id === null ? (
                    'All waitlists'
                  ) : (
                    <a href={`/dashboard/waitlists/${waitlist_id}`}>
                      {signups.find((signup) => signup.waitlist_id === waitlist_id)?.waitlist_name ??
                        'One waitlist'}
                    </a>
                  )}
                </td>
                <td>
                  <Time at={created_at} />
                </td>
              </tr>
            ))}
          </Table>
        </section>
      )}
      <IfMaySend to="/dashboard/people/erase">
        <section class="card" aria-labelledby="rights">
          <h2 id="rights">If the person asks</h2>
          <p class="soft">
            The export is a file with everything that is kept about the address. An erasure deletes all of it,
            on all waitlists.
          </p>
          <div class="row">
            <Form action="/dashboard/people/export">
              <input type="hidden" name="email" value={email} />
              <Submit class="quiet">Export</Submit>
            </Form>
            <Confirm
              id="erase"
              label="Erase"
              description={`Erase ${email}`}
              question={`This erases ${email} from all waitlists, with mails and events. It cannot be undone.`}
              action="/dashboard/people/erase"
            >
              <input type="hidden" name="email" value={email} />
              <Field
                name="typed"
                label={`Type ${email} to confirm`}
                type="email"
                required
                autocomplete="off"
              />
              <Checkbox name="suppress" label="Never mail this address again" initial />
            </Confirm>
          </div>
        </section>
      </IfMaySend>
    </>
  );
}

function Signups({
  of,
  mails,
  awaited,
}: {
  of: PersonExport['signups'];
  mails: PersonExport['mails'];
  awaited: ReadonlySet<string>;
}) {
  const position = { name: 'Position', number: true };
  return (
    <Table label="Signups" columns={['Waitlist', position, 'Email status', 'Signed up', 'Unsubscribed']}>
      {of.map(({ id, waitlist_id, waitlist_name, ...signup }) => (
        <tr key={id}>
          <th scope="row">
            <a href={`/dashboard/waitlists/${waitlist_id}/signups/${id}`}>{waitlist_name}</a>
          </th>
          <td class="number">{formatCount(signup.position)}</td>
          <td>
            <EmailTag
              status={signup.email_status}
              isAwaited={awaited.has(id)}
              bounce={mails.find((mail) => mail.id === id)}
            />
          </td>
          <td>
            <Time at={signup.created_at} />
          </td>
          <td>
            {signup.unsubscribed_at === null ? (
              <span class="soft">No</span>
            ) : (
              <Time at={signup.unsubscribed_at} />
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** States of mails, in the words of the other pages. */
const mailStates: Readonly<Record<string, string>> = {
  queued: 'Waiting',
  held: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  failed: 'Failed',
  suppressed: 'Suppressed',
  config_error: 'Settings refused',
};

const kindNames: Readonly<Record<string, string>> = {
  signup: 'Signup email',
  confirm: 'Confirmation',
  invite: 'Invitation',
  reward: 'Reward',
  status: 'Status link',
};

const reasonNames: Readonly<Record<PersonExport['suppressions'][number]['reason'], string>> = {
  unsubscribed: 'Unsubscribed',
  complained: 'Marked a mail as spam',
  bounced: 'A mail bounced',
  manual: 'Stopped by hand',
  erased: 'Erased',
};
