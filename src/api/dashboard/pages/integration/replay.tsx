import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { replayEvents } from '../../../../shared/events/integrations/replay/replay-events.ts';
import { ReplayInput } from '../../../../shared/events/integrations/schema.ts';
import type { IntegrationType } from '../../../../shared/events/names.ts';
import { IntegrationParams } from '../../../routes/params.ts';
import type { WebContext } from '../../../web-context.ts';
import {
  addForm,
  addPage,
  type FormValues,
  readForm,
  readValues,
  redirectWithFlash,
  type Show,
  sendPage,
} from '../../pages.ts';
import { Choice, Field, Form, IfMaySend, Submit } from '../../parts/form.tsx';
import { countOf } from '../../parts/format.tsx';
import { Layout } from '../../parts/layout.tsx';
import { pageOf } from '../../parts/page-context.ts';
import { integrations, pathOf } from './names.ts';

const ReplayForm = z.object({
  since: z.string(),
  until: z.string().optional(),
  only: z.enum(['failed', 'all']),
  /** How many events were counted; missing in the first form. */
  count: z.string().optional(),
});

const dayMs = 86_400_000;

/** Sends what an integration missed once more: first a form that counts, then one that sends (N2). */
export function replayPage(app: FastifyInstance, ctx: WebContext): void {
  const options = { schema: { params: IntegrationParams } };
  const url = '/integrations/:type/replay';

  const show: Show = (request, formError) => {
    const { type } = request.params as { type: IntegrationType };
    const { since = '' } = request.query as { since?: string };
    const start = Date.parse(since) || Date.now() - dayMs;
    return (
      <Layout title="Replay events" page={pageOf(request)} formError={formError}>
        <p>
          <a href={pathOf(type)}>Back to {integrations[type].name}</a>
        </p>
        <IfMaySend to={`${pathOf(type)}/replay`}>
          <section class="card" aria-label="Which events">
            <p class="soft">
              Sends events of the last 30 days once more, also those from while the integration was paused.
              New events do not wait for them.
            </p>
            <Form action={`${pathOf(type)}/replay`} class="fields">
              <Field
                name="since"
                label="From (UTC)"
                required
                values={formError?.values}
                initial={toText(start)}
                hint="Such as 2026-01-31 09:30."
              />
              <Field
                name="until"
                label="To (UTC)"
                values={formError?.values}
                hint="Leave empty for all until now."
              />
              <Choice
                name="only"
                label="Which events"
                values={formError?.values}
                options={[
                  ['failed', 'Failed and missed ones'],
                  ['all', 'All, also delivered ones'],
                ]}
              />
              <div class="row">
                <Submit>Count events</Submit>
              </div>
            </Form>
          </section>
        </IfMaySend>
      </Layout>
    );
  };
  addPage(app, url, options, show);

  addForm(app, url, options, show, async (request, reply) => {
    const { type } = request.params as { type: IntegrationType };
    const { caller } = request.session;
    const { count, ...values } = readForm(ReplayForm, request.body);
    const times = {
      since: toTime(values.since),
      ...(values.until !== undefined && { until: toTime(values.until) }),
    };
    const input = readValues(ReplayInput, { ...times, only: values.only, dry_run: count === undefined });
    const { matched } = await replayEvents(ctx, caller, type, input);
    if (count !== undefined)
      return redirectWithFlash(reply, pathOf(type), `${countOf(matched, 'event')} will be delivered again.`);
    return sendPage(
      reply,
      <Layout title="Replay events" page={pageOf(request)}>
        <section class="card" aria-label="Confirm">
          <p>
            {matched === 0
              ? 'No events match. There is nothing to send.'
              : `${countOf(matched, 'event matches', 'events match')}. Send ${matched === 1 ? 'it' : 'them'} to ${integrations[type].name} once more?`}
          </p>
          <div class="row">
            {matched > 0 && (
              <Form action={`${pathOf(type)}/replay`}>
                {Object.entries({ ...(request.body as FormValues), count: String(matched) })
                  .filter(([name]) => ['since', 'until', 'only', 'count'].includes(name))
                  .map(([name, value]) => (
                    <input key={name} type="hidden" name={name} value={String(value)} />
                  ))}
                <Submit>Replay {countOf(matched, 'event')}</Submit>
              </Form>
            )}
            <a class="button quiet" href={`${pathOf(type)}/replay`}>
              Change
            </a>
          </div>
        </section>
      </Layout>,
    );
  });
}

/** `2026-01-31 09:30` */
const toText = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

/** A time of the form, in UTC, as the API has it. What is none is left for it to refuse. */
function toTime(text: string): string {
  const [, day, time, seconds = ':00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?)?Z?$/.exec(text.trim()) ?? [];
  return day === undefined ? text : `${day}T${time ?? '00:00'}${seconds}Z`;
}
