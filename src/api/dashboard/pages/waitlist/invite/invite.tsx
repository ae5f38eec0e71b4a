import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { countInvitable, type PeopleCount } from '../../../../../shared/capabilities/release/count-people.ts';
import { readWaveInput } from '../../../../../shared/capabilities/release/read-wave-input.ts';
import { draftWave } from '../../../../../shared/capabilities/release/waves/draft-wave.ts';
import { listWaves } from '../../../../../shared/capabilities/release/waves/read-waves.ts';
import type { WaveInput, WaveSummary } from '../../../../../shared/capabilities/release/waves/schema.ts';
import { listFields } from '../../../../../shared/list/fields/list-fields.ts';
import { maxFieldsPerWaitlist } from '../../../../../shared/list/fields/schema.ts';
import { listFilterValues } from '../../../../../shared/list/signups/search/filter-values.ts';
import { readRoute } from '../../../../../shared/mail/email-state/read-email-state.ts';
import type { WebContext } from '../../../../web-context.ts';
import { addForm, addPage, type FormError, type FormValues, type Show, sendPage } from '../../../pages.ts';
import { IfMaySend } from '../../../parts/form.tsx';
import { formatCount, Time } from '../../../parts/format.tsx';
import { offsetOf, Pager, rowsPerPage } from '../../../parts/pager.tsx';
import { Table } from '../../../parts/table.tsx';
import { Card, readListOfCards, takeCard } from '../cards/settings-card.tsx';
import { WaitlistLayout } from '../waitlist-layout.tsx';
import { DraftForm, toFormValues, toWaveInput } from './draft-form.tsx';
import { invitations } from './invite-card.ts';
import { stateTexts } from './wave-words.ts';

const pathOf = ({ waitlist }: FastifyRequest) => `/dashboard/waitlists/${waitlist.id}/invite`;

interface Shown {
  readonly values?: FormValues;
  readonly count?: PeopleCount | null;
  readonly formError?: FormError | undefined;
}

/** Invites people from the list: asks for a wave, counts it, and lists the waves (N5). */
export function invitePage(app: FastifyInstance, ctx: WebContext): void {
  const url = '/waitlists/:id/invite';

  /** The draft in the address, or in a form, that another one is to be like. */
  const readLike = async (
    request: FastifyRequest,
    given: unknown,
  ): Promise<[string, WaveInput] | undefined> => {
    const id = z
      .guid()
      .safeParse((given as FormValues).like)
      .data?.toLowerCase();
    if (id === undefined) return undefined;
    return [id, await readWaveInput(ctx, request.session.caller, request.waitlist.id, id)];
  };

  const showWith = async (request: FastifyRequest, { values, count, formError }: Shown) => {
    const { caller } = request.session;
    const { id, referral_bonus } = request.waitlist;
    const path = pathOf(request);
    const page = { limit: rowsPerPage, offset: offsetOf(request) };
    const [list, route, waves, suggestions, like] = await Promise.all([
      readListOfCards(ctx, request),
      readRoute(ctx, caller),
      listWaves(ctx, caller, id, page),
      listFilterValues(ctx.sql, caller.accountId, id),
      values ? undefined : readLike(request, request.query),
    ]);
    const settings = <Card of={invitations} list={list} />;
    const hasPage = list.settings.invitations.url !== null;
    if (!hasPage && waves.total === 0)
      return (
        <WaitlistLayout title="Invite" request={request} formError={formError}>
          <section class="card" aria-labelledby="start">
            <h2 id="start">Let people in</h2>
            <p>
              Invite people in waves, each by a link that only they can use, and see how many became users.
              Enter the page of your product first.
            </p>
          </section>
          {settings}
        </WaitlistLayout>
      );
    return (
      <WaitlistLayout title="Invite" request={request} formError={formError} scripts={['invite.js']}>
        {!hasPage ? (
          <p class="message warn">Nobody can be invited, because your page is missing. Enter it below.</p>
        ) : (
          <IfMaySend to={`${path}/waves`}>
            <DraftForm
              path={path}
              fields={list.fields}
              withBonus={referral_bonus !== null}
              hasRoute={route.kind !== 'none'}
              values={values ?? (like && toFormValues(...like))}
              count={count}
              suggestions={suggestions}
            />
          </IfMaySend>
        )}
        {waves.total > 0 && (
          <section class="card" aria-labelledby="waves">
            <h2 id="waves">Waves</h2>
            <WaveTable path={path} waves={waves.data} />
            <Pager path={path} {...waves} />
          </section>
        )}
        {settings}
      </WaitlistLayout>
    );
  };
  const show: Show = (request, formError) =>
    showWith(request, {
      formError,
      ...(formError && !formError.path?.endsWith('/settings') && { values: formError.values }),
    });
  addPage(app, url, {}, show);

  const readInput = async (request: FastifyRequest): Promise<WaveInput> => {
    const { caller, timeZone } = request.session;
    const form = (request.body ?? {}) as FormValues;
    const page = { limit: maxFieldsPerWaitlist, offset: 0 };
    const [fields, like] = await Promise.all([
      listFields(ctx, caller, request.waitlist.id, page),
      readLike(request, form),
    ]);
    return toWaveInput(form, fields.data, timeZone, like?.[1].filter?.ids);
  };

  addForm(app, `${url}/count`, {}, show, async (request, reply) => {
    const { size, filter } = await readInput(request);
    const { caller } = request.session;
    const asked = { size, filter: filter ?? {} };
    const count = (await countInvitable(ctx, caller, request.waitlist.id, asked)) ?? null;
    return sendPage(reply, await showWith(request, { values: request.body as FormValues, count }));
  });

  addForm(app, `${url}/waves`, {}, show, async (request, reply) => {
    const input = await readInput(request);
    const { id } = await draftWave(ctx, request.session.caller, request.waitlist.id, input);
    return reply.redirect(`${pathOf(request)}/waves/${id}`, 303);
  });

  takeCard(app, ctx, invitations, show);
}

function WaveTable({ path, waves }: { path: string; waves: readonly WaveSummary[] }) {
  const number = true;
  return (
    <Table
      label="Waves"
      columns={[
        'Wave',
        'State',
        { name: 'People', number },
        { name: 'Invited', number },
        'Drafted',
        'Launched',
      ]}
    >
      {waves.map(({ id, name, state, selected, invited, created_at, launched_at }) => (
        <tr key={id}>
          <th scope="row">
            <a href={`${path}/waves/${id}`}>{name ?? `Wave of ${formatCount(selected)}`}</a>
          </th>
          <td>
            <span class={state === 'sent' ? 'tag good' : 'tag'}>{stateTexts[state]}</span>
          </td>
          <td class="number">{formatCount(selected)}</td>
          <td class="number">{formatCount(invited)}</td>
          <td>
            <Time at={created_at} />
          </td>
          <td>{launched_at === null ? <span class="soft">not yet</span> : <Time at={launched_at} />}</td>
        </tr>
      ))}
    </Table>
  );
}
