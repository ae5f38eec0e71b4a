import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  fulfilRewards,
  mostPerCall,
} from '../../../../../shared/capabilities/rewards/fulfilment/fulfil-rewards.ts';
import type { FulfilOrder } from '../../../../../shared/capabilities/rewards/fulfilment/schema.ts';
import { AppError } from '../../../../../shared/platform/errors.ts';
import type { WebContext } from '../../../../web-context.ts';
import { addForm, readForm, readValues, redirectWithFlash, type Show, sendPage } from '../../../pages.ts';
import { Facts } from '../../../parts/facts.tsx';
import { Form, Submit } from '../../../parts/form.tsx';
import { countOf, formatCount } from '../../../parts/format.tsx';
import { Toast } from '../../../parts/live/toast.tsx';
import { rowsPerPage, toUrl } from '../../../parts/pager.tsx';
import { WaitlistLayout } from '../waitlist-layout.tsx';
import { addressOf, filterIn } from './earned-search.ts';

const value = /^([\da-f-]{36}):(\d{1,7})$/i;

/** What `toValue` wrote. */
const Grant = z
  .string()
  .regex(value)
  .transform((text) => {
    const [id = '', at = ''] = text.split(':');
    return { signup_id: id.toLowerCase(), at: Number(at) };
  })
  .refine(({ signup_id }) => z.guid().safeParse(signup_id).success);

const Grants = z.union([Grant.transform((grant) => [grant]), z.array(Grant).max(rowsPerPage)]).default([]);

const actions = ['fulfil', 'reopen'] as const;

/** What a user chose on the page of rewards, or on the page of a person. */
const Chosen = z.object({
  action: z.enum(actions),
  scope: z.enum(['rows', 'page', 'all']),
  selected: Grants,
  shown: Grants,
  /** The page to go back to, if not the rewards: that of this signup. */
  back: z.guid().optional(),
});

/** The same for all that were found, after the user has seen the count. */
const Confirmed = z.object({ action: z.enum(actions), expected: z.coerce.number().int().min(1) });

const Undone = z.object({ marked: z.iso.datetime() });

const pathOf = ({ waitlist }: FastifyRequest) => `/dashboard/waitlists/${waitlist.id}/rewards`;

/** Forms that note that rewards were handed over, or take that back (N5, C11.3). */
export function markForms(app: FastifyInstance, ctx: WebContext, show: Show): void {
  const url = '/waitlists/:id/rewards';
  const mark = (request: FastifyRequest, order: FulfilOrder, at?: Date) =>
    fulfilRewards(ctx, request.session.caller, request.waitlist.id, order, {
      isAnswered: () => request.isTimedOut,
      ...(at && { at }),
    });

  const markAndTell = async (
    request: FastifyRequest,
    reply: FastifyReply,
    order: Pick<FulfilOrder, 'fulfilled' | 'filter'>,
    back: string,
  ) => {
    const at = new Date();
    const { matched, changed } = await mark(request, { ...order, dry_run: false }, at);
    const canUndo = order.fulfilled && changed > 0;
    const more = matched === mostPerCall ? ' There may be more: do it again for the rest.' : '';
    const done = order.fulfilled
      ? `${countOf(changed, 'reward')} marked as handed over.`
      : `${countOf(changed, 'reward')} marked as not handed over.`;
    const address = canUndo ? withParameter(back, 'marked', at.toISOString()) : back;
    return redirectWithFlash(reply, `${address}#earned`, done + more);
  };

  addForm(app, `${url}/mark`, {}, show, async (request, reply) => {
    const { action, scope, selected, shown, back } = readValues(Chosen, request.body);
    const fulfilled = action === 'fulfil';
    if (scope === 'all') return sendPage(reply, await showQuestion(request, fulfilled));
    const grants = scope === 'page' ? shown : selected;
    if (grants.length === 0)
      throw new AppError('invalid_request', 'Select rewards first, or choose all of them.', {
        field: 'scope',
      });
    const page =
      back === undefined
        ? toUrl(pathOf(request), addressOf(filterIn(request)))
        : `/dashboard/waitlists/${request.waitlist.id}/signups/${back.toLowerCase()}`;
    return markAndTell(request, reply, { fulfilled, filter: { grants } }, page);
  });

  addForm(app, `${url}/mark-all`, {}, show, async (request, reply) => {
    const { action, expected } = readForm(Confirmed, request.body);
    const fulfilled = action === 'fulfil';
    const count = await countOfAll(request, fulfilled);
    if (count !== expected)
      return sendPage(reply.code(409), await showQuestion(request, fulfilled, expected));
    const { reward, q } = filterIn(request);
    const page = toUrl(pathOf(request), addressOf(filterIn(request)));
    return markAndTell(request, reply, { fulfilled, filter: { reward, q } }, page);
  });

  addForm(app, `${url}/undo`, {}, show, async (request, reply) => {
    const { marked } = readForm(Undone, request.body);
    const by = request.session.caller.actor.name;
    const filter = { marked: { at: new Date(marked), by } };
    const { changed } = await mark(request, { fulfilled: false, filter, dry_run: false });
    const back = toUrl(pathOf(request), addressOf(filterIn(request)));
    return redirectWithFlash(reply, `${back}#earned`, `Undone: ${countOf(changed, 'reward')}.`);
  });

  /** How many of all that were found are not so yet. */
  async function countOfAll(request: FastifyRequest, fulfilled: boolean): Promise<number> {
    const { reward, q, fulfilled: shown } = filterIn(request);
    if (shown === String(fulfilled)) return 0;
    return (await mark(request, { fulfilled, filter: { reward, q }, dry_run: true })).matched;
  }

  /** Asks before all that were found are marked, with their number. */
  async function showQuestion(request: FastifyRequest, fulfilled: boolean, before?: number) {
    const { name } = request.waitlist;
    const filter = filterIn(request);
    const total = await countOfAll(request, fulfilled);
    const back = toUrl(pathOf(request), addressOf(filter));
    const state = fulfilled ? 'handed over' : 'not handed over';
    return (
      <WaitlistLayout title="Rewards" request={request}>
        {before !== undefined && (
          <p class="message warn" role="alert">
            The list has changed: there {total === 1 ? 'is' : 'are'} {countOf(total, 'reward')} now, not{' '}
            {formatCount(before)}. Nothing was done yet.
          </p>
        )}
        <section class="card" aria-labelledby="question">
          <h2 id="question">
            Mark {countOf(total, 'reward')} of {name} as {state}?
          </h2>
          {filter.reward === undefined && filter.q === undefined ? (
            <p class="soft">All that people earned.</p>
          ) : (
            <Facts
              of={[
                filter.reward !== undefined && ['Reward', filter.reward],
                filter.q !== undefined && ['Address', `with “${filter.q}”`],
              ]}
            />
          )}
          <p>
            {total === 0
              ? `All of them are marked as ${state} already.`
              : fulfilled
                ? 'Connected tools are told of each. No mail is sent. You can undo it right after.'
                : 'Nobody is told of it.'}
            {total === mostPerCall &&
              ` There may be more: ${formatCount(mostPerCall)} are the most that can be marked at once.`}
          </p>
          <Form action={toUrl(`${pathOf(request)}/mark-all`, addressOf(filter))}>
            <input type="hidden" name="action" value={fulfilled ? 'fulfil' : 'reopen'} />
            <input type="hidden" name="expected" value={total} />
            <div class="row">
              {total > 0 && <Submit>Mark {countOf(total, 'reward')}</Submit>}
              <a class="button quiet" href={back}>
                {total > 0 ? 'Cancel' : 'Back'}
              </a>
            </div>
          </Form>
        </section>
      </WaitlistLayout>
    );
  }
}

const withParameter = (address: string, name: string, text: string) =>
  `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ [name]: text })}`;

interface ToldProps {
  readonly request: FastifyRequest;
  /** The form that undoes the last change. */
  readonly action: string;
}

/** What was changed just now, with a button that undoes it where something was handed over. */
export function Told({ request: { query, flash }, action }: ToldProps) {
  if (flash?.at !== 'earned') return null;
  const marked = flash.tone === 'good' ? Undone.safeParse(query).data?.marked : undefined;
  return (
    <Toast stays={marked !== undefined}>
      <div class="row">
        <span>{flash.text}</span>
        {marked !== undefined && (
          <Form action={action}>
            <input type="hidden" name="marked" value={marked} />
            <Submit class="quiet small">Undo</Submit>
          </Form>
        )}
      </div>
    </Toast>
  );
}
