import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { revokeInvitation } from '../../../../../shared/capabilities/release/invitations/end-invitations.ts';
import { resendInvitation } from '../../../../../shared/capabilities/release/invitations/resend-invitation.ts';
import { exportLinks } from '../../../../../shared/capabilities/release/links/export-links.ts';
import {
  exportWaveMembers,
  isOfWave,
  listWaveMembers,
} from '../../../../../shared/capabilities/release/members/read-members.ts';
import type { WaveMembersQuery } from '../../../../../shared/capabilities/release/members/schema.ts';
import { cancelWave } from '../../../../../shared/capabilities/release/waves/cancel-wave.ts';
import { launchWave } from '../../../../../shared/capabilities/release/waves/launch-wave.ts';
import { readExcluded } from '../../../../../shared/capabilities/release/waves/read-excluded.ts';
import { readWave } from '../../../../../shared/capabilities/release/waves/read-waves.ts';
import {
  exclusionReasons,
  type WaveReport,
} from '../../../../../shared/capabilities/release/waves/schema.ts';
import { listFields } from '../../../../../shared/list/fields/list-fields.ts';
import { type FieldDefinition, maxFieldsPerWaitlist } from '../../../../../shared/list/fields/schema.ts';
import { unlessTooLong } from '../../../../../shared/list/signups/search/scans.ts';
import { mailReportsOf, readRoute } from '../../../../../shared/mail/email-state/read-email-state.ts';
import { AppError, notFound } from '../../../../../shared/platform/errors.ts';
import { InvitationParams, WaitlistParams, WaveParams } from '../../../../routes/params.ts';
import { attachment, sendSpreadsheet } from '../../../../routes/send-download.ts';
import type { WebContext } from '../../../../web-context.ts';
import {
  addForm,
  addPage,
  type FormError,
  type FormValues,
  redirectWithFlash,
  type Show,
  sendPage,
} from '../../../pages.ts';
import { Facts } from '../../../parts/facts.tsx';
import { Confirm } from '../../../parts/form.tsx';
import { countOf, formatCount, Time } from '../../../parts/format.tsx';
import { offsetOf, rowsPerPage } from '../../../parts/pager.tsx';
import { Progress, secondsLeft } from '../../../parts/progress/progress.tsx';
import { WaitlistLayout } from '../waitlist-layout.tsx';
import { reasonIn } from '../who/excluded.tsx';
import { filterFacts } from '../who/filter-words.ts';
import { Draft } from './draft.tsx';
import { Funnel } from './funnel.tsx';
import { stepIn, WavePeople } from './wave-people.tsx';
import { StateTag } from './wave-table.tsx';
import { handledOf, isUnderWay, orderTexts } from './wave-words.ts';

const titleOf = ({ name, selected, size, state }: WaveReport) =>
  name ?? `Wave of ${formatCount(state === 'selecting' ? size : selected)}`;

/** A wave: as a draft who is in it and its launch, and then what came of it (N5). */
export function wavePage(app: FastifyInstance, ctx: WebContext): void {
  const url = '/waitlists/:id/invite/waves/:waveId';
  const options = { schema: { params: WaitlistParams.extend(WaveParams.shape) } };
  const pathOf = ({ waitlist }: FastifyRequest) => `/dashboard/waitlists/${waitlist.id}/invite`;

  /** @throws AppError not_found, also for a wave of another waitlist */
  const read = async ({ session, waitlist, params }: FastifyRequest): Promise<WaveReport> => {
    const { waveId } = params as { waveId: string };
    const wave = await readWave(ctx, session.caller, waveId.toLowerCase());
    return wave.waitlist_id === waitlist.id ? wave : notFound('wave');
  };

  /** Undefined if finding them takes too long. @throws AppError not_found; rate_limited */
  const readPeople = ({ session, over }: FastifyRequest, id: string, query: WaveMembersQuery) =>
    unlessTooLong(() => listWaveMembers(ctx.until(over), session.caller, id, query));

  /** `link` was made just now, and is shown once. */
  const showWith = async (request: FastifyRequest, formError?: FormError, link?: string) => {
    const wave = await read(request);
    const { id } = request.waitlist;
    const page = { limit: maxFieldsPerWaitlist, offset: 0 };
    const { caller } = request.session;
    const [fields, route] = await Promise.all([listFields(ctx, caller, id, page), readRoute(ctx, caller)]);
    const reports = mailReportsOf(ctx, route);
    const path = pathOf(request);
    const list = `/dashboard/waitlists/${id}`;
    const step = stepIn(request.query);
    const query = { step, limit: rowsPerPage, offset: offsetOf(request) };
    const people = wave.launched_at === null ? undefined : await readPeople(request, wave.id, query);
    const reason = wave.state === 'draft' ? reasonIn(request.query, exclusionReasons) : undefined;
    const excluded = reason && {
      reason,
      people: await readExcluded(ctx.until(request.over), caller, wave, reason, query),
    };
    const wavePath = `${path}/waves/${wave.id}`;
    const { launched_at } = wave;
    const asked = <Asked of={wave} fields={fields.data} />;
    return (
      <WaitlistLayout title="Invite" request={request} formError={formError} scripts={['invite.js']}>
        <p>
          <a href={path}>All waves</a>
        </p>
        <section class="card" aria-labelledby="wave">
          <div class="row spread">
            <div class="row">
              <h2 id="wave">{titleOf(wave)}</h2>
              <StateTag state={wave.state} />
            </div>
            {wave.state !== 'sent' && wave.state !== 'cancelled' && (
              <Confirm
                id="cancel"
                label={launched_at === null ? 'Discard' : 'Stop'}
                description={launched_at === null ? 'Discard the draft' : 'Stop the wave'}
                question={
                  launched_at === null
                    ? 'This discards the draft. Nobody has been invited.'
                    : 'Nobody else is invited. Invitations whose mail waits are revoked; those that were sent stay valid.'
                }
                action={`${wavePath}/cancel`}
              />
            )}
          </div>
          <Times of={wave} />
          {isUnderWay(wave) && <UnderWay wave={wave} href={wavePath} />}
        </section>
        {wave.state === 'draft' && (
          <Draft path={path} list={list} wave={wave} excluded={excluded}>
            {asked}
          </Draft>
        )}
        {launched_at !== null && (
          <div class="wave-parts">
            <div>
              <Funnel path={wavePath} wave={wave} reports={reports} />
            </div>
            {asked}
          </div>
        )}
        {wave.state !== 'draft' && launched_at === null && asked}
        {wave.launched_at !== null && (
          <WavePeople list={list} path={wavePath} wave={wave} step={step} people={people} link={link} />
        )}
      </WaitlistLayout>
    );
  };
  const show: Show = (request, formError) => showWith(request, formError);
  addPage(app, url, options, show);

  app.get(`${url}/people.csv`, options, async (request, reply) => {
    const wave = await read(request);
    const { caller } = request.session;
    const text = await exportWaveMembers(ctx.until(request.over), caller, wave.id, stepIn(request.query));
    return sendSpreadsheet(reply, attachment(`${request.waitlist.name} ${titleOf(wave)}.csv`), text);
  });

  /** An invitation of this wave. @throws AppError not_found */
  const invitationIn = async (request: FastifyRequest): Promise<{ path: string; invitationId: string }> => {
    const wave = await read(request);
    const { invitationId } = request.params as z.infer<typeof InvitationParams>;
    const { caller } = request.session;
    if (!(await isOfWave(ctx, caller, wave.id, invitationId))) notFound('invitation');
    return { path: `${pathOf(request)}/waves/${wave.id}#people`, invitationId };
  };
  const ofInvitation = { schema: { params: options.schema.params.extend(InvitationParams.shape) } };

  addForm(app, `${url}/people/:invitationId/resend`, ofInvitation, show, async (request, reply) => {
    const { path, invitationId } = await invitationIn(request);
    const { url: link, email } = await resendInvitation(ctx, request.session.caller, invitationId);
    if (link !== null) return sendPage(reply, await showWith(request, undefined, link));
    return redirectWithFlash(reply, path, `The invitation of ${email} is on its way again.`);
  });

  addForm(app, `${url}/people/:invitationId/revoke`, ofInvitation, show, async (request, reply) => {
    const { path, invitationId } = await invitationIn(request);
    const { email } = await revokeInvitation(ctx, request.session.caller, invitationId);
    return redirectWithFlash(reply, path, `The invitation of ${email} was revoked.`);
  });

  addForm(app, `${url}/launch`, options, show, async (request, reply) => {
    const wave = await read(request);
    const typed = Number(String((request.body as FormValues).count ?? '').replace(/[\s,.]/g, ''));
    if (typed !== wave.selected) {
      const people = countOf(wave.selected, 'person', 'people');
      throw new AppError('invalid_request', `Type ${wave.selected} to invite ${people}.`, { field: 'count' });
    }
    const { selected } = await launchWave(ctx, request.session.caller, wave.id);
    const text = `Launched. ${countOf(selected, 'person is', 'people are')} being invited.`;
    return redirectWithFlash(reply, `${pathOf(request)}/waves/${wave.id}`, text);
  });

  addForm(app, `${url}/cancel`, options, show, async (request, reply) => {
    const { id, launched_at } = await read(request);
    await cancelWave(ctx, request.session.caller, id);
    return launched_at === null
      ? redirectWithFlash(reply, pathOf(request), 'The draft was discarded.')
      : redirectWithFlash(reply, `${pathOf(request)}/waves/${id}`, 'The wave was stopped.');
  });

  addForm(app, `${url}/links`, options, show, async (request, reply) => {
    const wave = await read(request);
    const text = await exportLinks(ctx, request.session.caller, wave.id);
    return sendSpreadsheet(reply, attachment(`${request.waitlist.name} links.csv`), text);
  });
}

/** When what happened to it. */
function Times({ of: { created_at, launched_at, finished_at } }: { readonly of: WaveReport }) {
  return (
    <p class="soft times">
      <span>
        Drafted <Time at={created_at} />
      </span>
      {launched_at !== null && (
        <span>
          Launched <Time at={launched_at} />
        </span>
      )}
      {finished_at !== null && (
        <span>
          Finished <Time at={finished_at} />
        </span>
      )}
    </p>
  );
}

interface AskedProps {
  readonly of: WaveReport;
  readonly fields: readonly FieldDefinition[];
}

/** What it was drafted with. */
function Asked({ of: { size, filter, order, expires_in_days, per_hour, deliver }, fields }: AskedProps) {
  return (
    <section class="card" aria-labelledby="asked">
      <h2 id="asked">What you asked for</h2>
      <Facts
        of={[
          ['How many', formatCount(size)],
          ...filterFacts(filter, fields),
          ['Order', orderTexts[order]],
          ['Links are valid for', countOf(expires_in_days, 'day')],
          ['Pace', per_hour === null ? 'All at once' : `${formatCount(per_hour)} an hour`],
          ['Deliver by', deliver === 'email' ? 'Mail of this service' : 'Links that you send'],
        ]}
      />
    </section>
  );
}

/** How far it is. Scripts keep it up to date. */
function UnderWay({ wave, href }: { wave: WaveReport; href: string }) {
  const { state, selected, per_hour, launched_at } = wave;
  const done = handledOf(wave);
  const isChosen = state !== 'selecting';
  return (
    <div id="progress" data-under-way>
      <Progress
        label={isChosen ? 'Inviting' : 'Choosing the people'}
        done={done}
        total={isChosen ? selected : undefined}
        seconds={
          per_hour === null
            ? secondsLeft({ since: launched_at, done, total: selected })
            : (3_600 * (selected - done)) / per_hour
        }
        {...(!isChosen && { note: 'This takes a moment on a large list.' })}
        href={href}
      />
    </div>
  );
}
