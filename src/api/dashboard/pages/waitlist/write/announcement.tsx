import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  cancelAnnouncement,
  pauseAnnouncement,
  resumeAnnouncement,
} from '../../../../../shared/capabilities/announcements/control-announcement.ts';
import { updateAnnouncement } from '../../../../../shared/capabilities/announcements/draft-announcement.ts';
import {
  launchAnnouncement,
  readLaunchNeeds,
} from '../../../../../shared/capabilities/announcements/launch-announcement.ts';
import { readPace } from '../../../../../shared/capabilities/announcements/read-announcements.ts';
import {
  type AnnouncementReport,
  exclusionReasons,
} from '../../../../../shared/capabilities/announcements/schema.ts';
import { readExcluded } from '../../../../../shared/capabilities/announcements/selection/read-excluded.ts';
import { rewardNames } from '../../../../../shared/capabilities/rewards/schema.ts';
import { listFields } from '../../../../../shared/list/fields/list-fields.ts';
import { type FieldDefinition, maxFieldsPerWaitlist } from '../../../../../shared/list/fields/schema.ts';
import { readSettings } from '../../../../../shared/list/settings/read-settings.ts';
import { mailReportsOf, readRoute } from '../../../../../shared/mail/email-state/read-email-state.ts';
import { AppError } from '../../../../../shared/platform/errors.ts';
import { AnnouncementParams, WaitlistParams } from '../../../../routes/params.ts';
import type { WebContext } from '../../../../web-context.ts';
import { addForm, addPage, type FormValues, redirectWithFlash, type Show } from '../../../pages.ts';
import { Facts } from '../../../parts/facts.tsx';
import { Confirm, Form, IfMaySend, Submit } from '../../../parts/form.tsx';
import { countOf, formatCount, Time } from '../../../parts/format.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { offsetOf, rowsPerPage } from '../../../parts/pager.tsx';
import { WaitlistLayout } from '../waitlist-layout.tsx';
import { reasonIn } from '../who/excluded.tsx';
import { filterFacts } from '../who/filter-words.ts';
import { isUnderWay } from './announcement-table.tsx';
import { pausedTexts, StateTag } from './announcement-words.tsx';
import { Funnel } from './funnel.tsx';
import { Sending } from './progress.tsx';
import { readOfList } from './read-of-list.ts';
import { Review } from './review.tsx';

const needsSample = 'A sample of these people has to get it first. Choose its size below.';

/** An announcement: as a draft its review and launch, and then how far it is and what came of it. */
export function announcementPage(app: FastifyInstance, ctx: WebContext): void {
  const url = '/waitlists/:id/write/:announcementId';
  const options = { schema: { params: WaitlistParams.extend(AnnouncementParams.shape) } };
  const listPathOf = ({ waitlist }: FastifyRequest) => `/dashboard/waitlists/${waitlist.id}/write`;
  const idOf = (request: FastifyRequest) =>
    (request.params as { announcementId: string }).announcementId.toLowerCase();
  const read = (request: FastifyRequest) => readOfList(ctx, request, idOf(request));

  const show: Show = async (request, formError) => {
    const announcement = await read(request);
    const { caller } = request.session;
    const { id } = request.waitlist;
    const { state, name, paused_reason, refusal } = announcement;
    const isDraft = state === 'draft' || state === 'counting';
    const [fields, settings, route, needs, pace] = await Promise.all([
      listFields(ctx, caller, id, { limit: maxFieldsPerWaitlist, offset: 0 }),
      readSettings(ctx, caller, id),
      readRoute(ctx, caller),
      state === 'draft' ? readLaunchNeeds(ctx, caller, announcement.id) : undefined,
      state === 'sending' ? readPace(ctx, caller, announcement.id) : null,
    ]);
    const list = `/dashboard/waitlists/${id}`;
    const path = `${listPathOf(request)}/${announcement.id}`;
    const reason = state === 'draft' ? reasonIn(request.query, exclusionReasons) : undefined;
    const page = { limit: rowsPerPage, offset: offsetOf(request) };
    const excluded = reason && {
      reason,
      people: await readExcluded(ctx.until(request.over), caller, announcement, reason, page),
    };
    return (
      <WaitlistLayout title="Write" request={request} formError={formError} scripts={['invite.js']}>
        <p>
          <a href={listPathOf(request)}>All announcements</a>
        </p>
        <section class="card spaced" aria-labelledby="announcement">
          <div class="row spread">
            <div class="row">
              <h2 id="announcement">{name}</h2>
              <StateTag state={state} />
            </div>
            <Controls announcement={announcement} listPath={listPathOf(request)} />
          </div>
          {isDraft && refusal !== null && (
            <p class="message warn">It was not launched after all. {needs?.sample ? needsSample : refusal}</p>
          )}
          {state === 'paused' && paused_reason !== null && (
            <p class={paused_reason === 'asked' ? 'message' : 'message warn'}>
              {pausedTexts[paused_reason]}{' '}
              {paused_reason === 'no_postal_address' && (
                <a href={`${list}/settings/mail`}>Open the settings</a>
              )}
            </p>
          )}
          {(isUnderWay(announcement) || state === 'paused') && (
            <Sending announcement={announcement} pace={pace} href={path} />
          )}
          <About announcement={announcement} fields={fields.data} rewards={rewardNames(settings.rewards)} />
        </section>
        <div class="halves">
          <div>
            {needs && (
              <Review
                path={path}
                list={list}
                announcement={announcement}
                needs={needs}
                excluded={excluded}
                isTest={caller.isTest}
              />
            )}
            {announcement.launched_at !== null && state !== 'selecting' && (
              <Funnel path={path} announcement={announcement} reports={mailReportsOf(ctx, route)} />
            )}
          </div>
          <section class="card preview-card" aria-labelledby="mail">
            <h2 id="mail">The mail</h2>
            <div class="frames">
              <iframe title="Preview of the announcement" sandbox="" src={`${path}/preview`} />
            </div>
          </section>
        </div>
      </WaitlistLayout>
    );
  };
  addPage(app, url, options, show);

  addForm(app, `${url}/launch`, options, show, async (request, reply) => {
    const draft = await read(request);
    const { count, sample } = (request.body ?? {}) as FormValues;
    const typed = Number(String(count ?? '').replace(/[\s,.’']/g, ''));
    if (typed !== draft.selected) {
      const people = countOf(draft.selected, 'person', 'people');
      throw new AppError('invalid_request', `Type ${draft.selected} to send it to ${people}.`, {
        field: 'count',
      });
    }
    const chosen = Number(sample) || undefined;
    try {
      await launchAnnouncement(ctx, request.session.caller, draft.id, {
        expected_count: draft.selected,
        ...(chosen !== undefined && { sample: chosen }),
      });
    } catch (error) {
      throw error instanceof AppError && error.code === 'conflict'
        ? await inWords(request, draft, error)
        : error;
    }
    const people = countOf(draft.selected, 'person', 'people');
    const text =
      draft.send_at === null ? `Launched. It goes to ${people}.` : `Scheduled. It will go to ${people}.`;
    return redirectWithFlash(reply, `${listPathOf(request)}/${draft.id}`, text);
  });

  /** A refused launch as the page shows it: with the people counted anew, and what is missing below. */
  const inWords = async (request: FastifyRequest, draft: AnnouncementReport, refusal: AppError) => {
    const { caller } = request.session;
    const { sample } = (request.body ?? {}) as FormValues;
    const needs = await readLaunchNeeds(ctx, caller, draft.id);
    if (needs.sample !== null && sample === undefined) return new AppError('conflict', needsSample);
    if (needs.obstacles.length > 0)
      return new AppError('conflict', 'It was not launched: something is missing. It says below what.');
    const { selected } = await updateAnnouncement(ctx, caller, draft.id, {}).catch(() => draft);
    if (selected === draft.selected) return refusal;
    return new AppError(
      'conflict',
      `It was not launched: ${formatCount(draft.selected)} people would have got it when you looked, and now it is ${formatCount(selected)}. Look at who they are, and type the new number.`,
    );
  };

  const controls = [
    ['pause', pauseAnnouncement, 'Paused. Nobody else gets it until you resume it.'],
    ['resume', resumeAnnouncement, 'Resumed. It goes on.'],
    ['cancel', cancelAnnouncement, 'Cancelled. Nobody else gets it.'],
  ] as const;
  for (const [action, control, done] of controls)
    addForm(app, `${url}/${action}`, options, show, async (request, reply): Promise<FastifyReply> => {
      const { id, launched_at } = await read(request);
      await control(ctx, request.session.caller, id);
      return action === 'cancel' && launched_at === null
        ? redirectWithFlash(reply, listPathOf(request), 'The draft was discarded.')
        : redirectWithFlash(reply, `${listPathOf(request)}/${id}`, done);
    });
}

interface OfAnnouncement {
  readonly announcement: AnnouncementReport;
}

/** What can be done with it now. */
function Controls({ announcement, listPath }: OfAnnouncement & { readonly listPath: string }) {
  const path = `${listPath}/${announcement.id}`;
  const { state, paused_reason, waiting, held } = announcement;
  const isDraft = state === 'draft' || state === 'counting';
  const left = countOf(waiting + held, 'person', 'people');
  return (
    <div class="row">
      {(state === 'sending' || state === 'scheduled') && (
        <Form action={`${path}/pause`}>
          <Submit class="quiet small">
            <Icon name="pause" />
            Pause
          </Submit>
        </Form>
      )}
      {state === 'paused' && (
        <Form action={`${path}/resume`}>
          <Submit class="small">
            <Icon name="play" />
            {paused_reason === 'sample' ? `Send to the other ${left}` : 'Resume'}
          </Submit>
        </Form>
      )}
      {(state === 'sent' || state === 'cancelled') && (
        <IfMaySend to={`${path}/edit`}>
          <a class="button quiet small" href={`${listPath}/new/edit?like=${announcement.id}`}>
            <Icon name="copy" />
            Write another like it
          </a>
        </IfMaySend>
      )}
      {state !== 'sent' && state !== 'cancelled' && (
        <Confirm
          id="cancel"
          label={isDraft ? 'Discard' : 'Cancel the rest'}
          description={isDraft ? 'Discard the draft' : 'Cancel the rest of the announcement'}
          question={
            isDraft
              ? 'This discards the draft. Nobody has got it.'
              : `The ${left} who have not got it yet will not get it. This cannot be undone.`
          }
          action={`${path}/cancel`}
        />
      )}
    </div>
  );
}

interface AboutProps extends OfAnnouncement {
  readonly fields: readonly FieldDefinition[];
  readonly rewards: ReadonlyMap<string, string>;
}

/** Who gets it and when, and what happened when. */
function About({ announcement, fields, rewards }: AboutProps) {
  const { filter, send_at, per_hour, created_at, launched_at, finished_at, state } = announcement;
  const isToAll = Object.keys(filter).length === 0;
  const isOver = finished_at !== null && launched_at !== null;
  return (
    <Facts
      of={[
        ['To', isToAll ? 'Everybody on the list' : 'People with all of this:'],
        ...filterFacts(filter, fields, rewards),
        send_at !== null && ['Begins', <Time key="begin" at={send_at} />],
        per_hour !== null && ['Pace', `${countOf(per_hour, 'person', 'people')} an hour`],
        launched_at === null && ['Drafted', <Time key="drafted" at={created_at} />],
        launched_at !== null && ['Launched', <Time key="launched" at={launched_at} />],
        isOver && [state === 'sent' ? 'Sent' : 'Cancelled', <Time key="finished" at={finished_at} />],
      ]}
    />
  );
}
