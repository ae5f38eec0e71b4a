import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import { z } from 'zod';
import { countInvitable, type PeopleCount } from '../../../../../shared/capabilities/release/count-people.ts';
import { readWaveInput } from '../../../../../shared/capabilities/release/read-wave-input.ts';
import { draftWave } from '../../../../../shared/capabilities/release/waves/draft-wave.ts';
import { listWaves } from '../../../../../shared/capabilities/release/waves/read-waves.ts';
import type { WaveInput } from '../../../../../shared/capabilities/release/waves/schema.ts';
import { listFields } from '../../../../../shared/list/fields/list-fields.ts';
import { maxFieldsPerWaitlist } from '../../../../../shared/list/fields/schema.ts';
import { listFilterValues } from '../../../../../shared/list/signups/search/filter-values.ts';
import { PeopleFilter } from '../../../../../shared/list/signups/selection/people-filter.ts';
import { readRoute } from '../../../../../shared/mail/email-state/read-email-state.ts';
import type { WebContext } from '../../../../web-context.ts';
import { addForm, addPage, type FormError, type FormValues, type Show, sendPage } from '../../../pages.ts';
import { Empty } from '../../../parts/empty/empty.tsx';
import { IfMaySend } from '../../../parts/form.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { Ended, Live, sendFragment } from '../../../parts/live/live.tsx';
import { offsetOf, Pager, pageNumberOf, rowsPerPage, toUrl } from '../../../parts/pager.tsx';
import { Card, readListOfCards, takeCard } from '../cards/settings-card.tsx';
import { WaitlistLayout } from '../waitlist-layout.tsx';
import { readSegments } from '../who/segment.ts';
import { DraftForm, toFormValues, toWaveInput } from './draft-form.tsx';
import { invitations } from './invite-card.ts';
import { WaveTable } from './wave-table.tsx';
import { isUnderWay } from './wave-words.ts';

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

  /** Those whose filter a wave can have. */
  const readSegmentsOfWaves = async (request: FastifyRequest) =>
    (await readSegments(ctx, request)).filter(({ filter }) => PeopleFilter.safeParse(filter).success);

  const showWith = async (request: FastifyRequest, { values, count, formError }: Shown) => {
    const { caller } = request.session;
    const { id, referral_bonus } = request.waitlist;
    const path = pathOf(request);
    const page = { limit: rowsPerPage, offset: offsetOf(request) };
    const [list, route, waves, suggestions, like, segments] = await Promise.all([
      readListOfCards(ctx, request),
      readRoute(ctx, caller),
      listWaves(ctx, caller, id, page),
      listFilterValues(ctx.sql, caller.accountId, id),
      values ? undefined : readLike(request, request.query),
      readSegmentsOfWaves(request),
    ]);
    const settings = <Card of={invitations} list={list} />;
    const isAsking = values !== undefined || like !== undefined;
    const hasPage = list.settings.invitations.url !== null;
    if (!hasPage && waves.total === 0)
      return (
        <WaitlistLayout title="Invite" request={request} formError={formError}>
          <NoWaves>
            <IfMaySend to={`${path}/settings`}>
              <a class="button" href="#page">
                <Icon name="rocket" />
                Enter your page
              </a>
            </IfMaySend>
          </NoWaves>
          {settings}
        </WaitlistLayout>
      );
    return (
      <WaitlistLayout
        title="Invite"
        request={request}
        formError={formError}
        scripts={['invite.js', 'live.js']}
      >
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
              segments={segments}
            />
          </IfMaySend>
        )}
        {waves.total === 0 && !isAsking && <NoWaves hasPage />}
        {waves.total > 0 && (
          <section class="card" aria-labelledby="waves">
            <h2 id="waves">Waves</h2>
            <WaveTable path={path} waves={waves.data} />
            {waves.data.some(isUnderWay) && (
              <Live
                from={toUrl(`/dashboard/waitlists/${id}/live/invite`, {
                  page: String(pageNumberOf(request)),
                })}
              />
            )}
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
    const [{ data: fields }, like, segments] = await Promise.all([
      listFields(ctx, caller, request.waitlist.id, page),
      readLike(request, form),
      readSegmentsOfWaves(request),
    ]);
    return toWaveInput(form, { fields, timeZone, segments, ids: like?.[1].filter?.ids });
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

  app.get('/waitlists/:id/live/invite', async (request, reply) => {
    const page = { limit: rowsPerPage, offset: offsetOf(request) };
    const waves = await listWaves(ctx, request.session.caller, request.waitlist.id, page);
    return sendFragment(
      request,
      reply,
      <>
        <WaveTable path={pathOf(request)} waves={waves.data} />
        {!waves.data.some(isUnderWay) && <Ended />}
      </>,
    );
  });
}

interface NoWavesProps {
  /** Whether the first step is done: the form of the second is above. */
  readonly hasPage?: boolean;
  readonly children?: ComponentChildren;
}

/** What a waitlist shows that has invited nobody. The button is inside, if there is one. */
function NoWaves({ hasPage = false, children }: NoWavesProps) {
  return (
    <Empty
      id="start"
      picture="ticket"
      title="Let people in"
      about="Invite people in waves, each by a link that only they can use. The waves are listed here, with how many became users."
      steps={[
        ...(hasPage ? [] : ['Enter the page of your product that the links lead to.']),
        'Draft a wave, and see who is in it.',
        'Launch it with the number that you saw.',
      ]}
    >
      {children}
    </Empty>
  );
}
