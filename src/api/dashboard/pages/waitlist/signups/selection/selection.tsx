import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { listSegments } from '../../../../../../shared/capabilities/segments/read-segments.ts';
import { mostSegments } from '../../../../../../shared/capabilities/segments/schema.ts';
import { listFields } from '../../../../../../shared/list/fields/list-fields.ts';
import { maxFieldsPerWaitlist } from '../../../../../../shared/list/fields/schema.ts';
import { readSettings } from '../../../../../../shared/list/settings/read-settings.ts';
import { downloadSignups } from '../../../../../../shared/list/signups/export/download-signups.ts';
import { listNames } from '../../../../../../shared/list/signups/queries.ts';
import { countSelection } from '../../../../../../shared/list/signups/selection/count-selection.ts';
import {
  mostUndone,
  type Selection,
  type SelectionAction,
  undoSeconds,
} from '../../../../../../shared/list/signups/selection/schema.ts';
import { startSelection } from '../../../../../../shared/list/signups/selection/start-selection.ts';
import { stopSelection } from '../../../../../../shared/list/signups/selection/stop-selection.ts';
import { undoSelection } from '../../../../../../shared/list/signups/selection/undo-selection.ts';
import { AppError } from '../../../../../../shared/platform/errors.ts';
import { attachment, sendSpreadsheet } from '../../../../../routes/send-download.ts';
import type { WebContext } from '../../../../../web-context.ts';
import { addForm, readValues, redirectWithFlash, type Show, sendPage } from '../../../../pages.ts';
import { Facts } from '../../../../parts/facts.tsx';
import { Form, Submit } from '../../../../parts/form.tsx';
import { countOf, formatCount } from '../../../../parts/format.tsx';
import { rowsPerPage, toUrl } from '../../../../parts/pager.tsx';
import { WaitlistLayout } from '../../waitlist-layout.tsx';
import { addressOf, filtersIn, findReferrer, givenIn, namesOf, readFilters } from '../search.ts';
import { labelsOf, toWords } from '../signup-filters.tsx';
import { draftSelected } from './draft-selected.ts';
import { findTakenBack, TakenBack } from './taken-back.tsx';
import { writeSelected } from './write-selected.ts';

const Ids = z
  .union([z.guid().transform((id) => [id]), z.array(z.guid()).max(rowsPerPage)])
  .default([])
  .transform((ids) => ids.map((id) => id.toLowerCase()));

/** What a user chose on the page of signups. */
const Chosen = z.object({
  action: z.enum(['delete', 'export', 'resend', 'invite', 'write']),
  scope: z.enum(['rows', 'page', 'all']),
  selected: Ids,
  shown: Ids,
});

/** The same after the user has seen the count. */
const Confirmed = z.object({
  action: z.enum(['delete', 'resend']),
  selected: Ids,
  expected: z.coerce.number().int().min(0),
});

const Stopped = z.object({ selection: z.guid() });

/** Forms over many signups: they are counted, confirmed, and dealt with in the background (C11.3, N8). */
export function selectionForms(app: FastifyInstance, ctx: WebContext, showSignups: Show): void {
  addForm(app, '/waitlists/:id/selection', {}, showSignups, async (request, reply) => {
    const { action, ...chosen } = readValues(Chosen, request.body);
    const selection = await toSelection(ctx, request, chosen);
    if (action === 'invite') return draftSelected(ctx, request, reply, selection);
    if (action === 'write') return writeSelected(ctx, request, reply, selection);
    if (action !== 'export') return sendPage(reply, await showQuestion(ctx, request, { action, selection }));
    const { id, name } = request.waitlist;
    const begin = await downloadSignups(ctx, request.session.caller, id, selection);
    const text = await begin();
    return sendSpreadsheet(reply, attachment(`${name} signups.csv`), text);
  });

  addForm(app, '/waitlists/:id/selections', {}, showSignups, async (request, reply) => {
    const { action, selected, expected } = readValues(Confirmed, request.body);
    const selection: Selection =
      selected.length > 0 ? { ids: selected } : { filters: await readFilters(ctx, request) };
    const { session } = request;
    const taken = await findTakenBack(ctx, request, { action, selection });
    if (expected === 0 && !taken) throw new AppError('invalid_request', 'Select signups first.');
    const order = { action, selection, expected, waits: true, by: session, importId: taken?.id };
    const started = await startSelection(ctx, session.caller, request.waitlist.id, order);
    if ('changed' in started) {
      const question = { action, selection, before: expected };
      return sendPage(reply.code(409), await showQuestion(ctx, request, question));
    }
    const path = `/dashboard/waitlists/${request.waitlist.id}`;
    const isGone = action === 'delete' && !('ids' in selection); // what was searched for is no longer there
    const back = isGone ? path : toUrl(path, addressOf(request));
    return reply.redirect(back, 303); // which tells how far it is, or how it ended
  });

  addForm(app, '/waitlists/:id/selections/undo', {}, showSignups, async (request, reply) => {
    const { id } = request.waitlist;
    const { selection } = readValues(Stopped, request.body);
    const kept = await undoSelection(ctx, request.session.caller, id, selection);
    return redirectWithFlash(reply, `/dashboard/waitlists/${id}`, `${countOf(kept, 'signup')} kept.`);
  });

  addForm(app, '/waitlists/:id/selections/stop', {}, showSignups, async (request, reply) => {
    const { id } = request.waitlist;
    const { selection } = readValues(Stopped, request.body);
    await stopSelection(ctx, request.session.caller, id, selection);
    return redirectWithFlash(reply, `/dashboard/waitlists/${id}`, 'Stopped. The rest stays as it is.');
  });
}

async function toSelection(
  ctx: WebContext,
  request: FastifyRequest,
  { scope, selected, shown }: Pick<z.infer<typeof Chosen>, 'scope' | 'selected' | 'shown'>,
): Promise<Selection> {
  if (scope === 'all') return { filters: await readFilters(ctx, request) };
  const ids = scope === 'page' ? shown : selected;
  if (ids.length > 0) return { ids };
  throw new AppError('invalid_request', 'Select signups first, or choose all of them.', { field: 'scope' });
}

interface Question {
  readonly action: SelectionAction;
  readonly selection: Selection;
  /** The count that the user saw before, if it has changed. */
  readonly before?: number;
}

/** So many of the selected addresses are named. */
const shownNames = 5;

/** Asks before anything happens, with the number of signups. */
async function showQuestion(
  ctx: WebContext,
  request: FastifyRequest,
  { action, selection, before }: Question,
) {
  const { caller } = request.session;
  const { id, name } = request.waitlist;
  const given = givenIn(request);
  const path = `/dashboard/waitlists/${id}`;
  const back = toUrl(path, addressOf(request));
  const ids = 'ids' in selection ? selection.ids : [];
  const [{ total, unsent = 0 }, fields, referrer, settings, names] = await Promise.all([
    countSelection(ctx, caller, id, selection, action),
    listFields(ctx, caller, id, { limit: maxFieldsPerWaitlist, offset: 0 }),
    findReferrer(ctx, request),
    readSettings(ctx, caller, id),
    listNames(ctx.sql, caller.accountId, ids.slice(0, shownNames)),
  ]);
  const taken = await findTakenBack(ctx, request, { action, selection });
  const { data: segments } = await listSegments(ctx, caller, id, { limit: mostSegments, offset: 0 });
  const valueNames = namesOf({ given, referrer, segments, rewards: settings.rewards });
  const question =
    action === 'delete'
      ? taken
        ? `Take the import back, with ${countOf(total, 'signup')} of ${name}?`
        : `Delete ${countOf(total, 'signup')} of ${name}?`
      : `Send the signup email to ${countOf(total, 'signup')} of ${name}?`;
  const isPointless = (total === 0 && !taken?.suppressions) || (action === 'resend' && unsent === 0);
  const labelOf = labelsOf(fields.data);
  const filters = Object.entries(filtersIn(given));
  return (
    <WaitlistLayout title="Signups" request={request}>
      {before !== undefined && (
        <p class="message warn" role="alert">
          The list has changed: there are {countOf(total, 'signup')} now, not {formatCount(before)}. Nothing
          was done yet.
        </p>
      )}
      <section class="card" aria-labelledby="question">
        <h2 id="question">{question}</h2>
        {'ids' in selection ? (
          <p class="soft">
            {names.map(({ email }) => email).join(', ')}
            {total > names.length && ` and ${countOf(total - names.length, 'other')}`}
          </p>
        ) : taken ? null : filters.length === 0 ? (
          <p class="soft">All signups of the waitlist.</p>
        ) : (
          <Facts
            of={filters.map(([parameter, value]) => [
              labelOf(parameter),
              toWords(parameter, String(value), fields.data, valueNames),
            ])}
          />
        )}
        {taken && <TakenBack of={taken} list={path} />}
        {action === 'delete' ? (
          <p>
            Their referrals are taken back from their referrers, and emails that are still waiting are not
            sent. Other positions do not change.{' '}
            {total <= mostUndone ? `You can undo this for ${undoSeconds} seconds.` : 'This cannot be undone.'}
          </p>
        ) : (
          <p>
            {unsent === 0
              ? 'All of them have an email already, so there is nothing to send.'
              : `Up to ${countOf(unsent, 'email')} will be sent: to signups that got none yet, and to those whose email failed for a reason that can pass. The others are left out, so nobody gets it twice.`}
          </p>
        )}
        <Form action={toUrl(`${path}/selections`, addressOf(request))}>
          <input type="hidden" name="action" value={action} />
          <input type="hidden" name="expected" value={total} />
          {'ids' in selection &&
            selection.ids.map((each) => <input key={each} type="hidden" name="selected" value={each} />)}
          <div class="row">
            {!isPointless && (
              <Submit class={action === 'delete' ? 'danger' : undefined}>
                {action === 'resend'
                  ? 'Send signup emails'
                  : taken
                    ? 'Take the import back'
                    : `Delete ${countOf(total, 'signup')}`}
              </Submit>
            )}
            <a class="button quiet" href={back}>
              {isPointless ? 'Back' : 'Cancel'}
            </a>
          </div>
        </Form>
      </section>
    </WaitlistLayout>
  );
}
