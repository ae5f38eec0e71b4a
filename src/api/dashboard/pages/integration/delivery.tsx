import type { FastifyInstance } from 'fastify';
import type { ComponentChildren } from 'preact';
import { plans } from '../../../../shared/account/plans.ts';
import { readDelivery } from '../../../../shared/events/integrations/deliveries/read-delivery.ts';
import { redeliverEvent } from '../../../../shared/events/integrations/replay/redeliver-event.ts';
import type { IntegrationType } from '../../../../shared/events/names.ts';
import { DeliveryParams } from '../../../routes/params.ts';
import type { WebContext } from '../../../web-context.ts';
import { addForm, addPage, redirectWithFlash, type Show } from '../../pages.ts';
import { Facts } from '../../parts/facts.tsx';
import { Form, Submit } from '../../parts/form.tsx';
import { Time } from '../../parts/format.tsx';
import { Layout } from '../../parts/layout.tsx';
import { pageOf } from '../../parts/page-context.ts';
import { adviceFor } from './advice.ts';
import { Result } from './delivery-log.tsx';
import { integrations, pathOf } from './names.ts';

interface Params {
  readonly type: IntegrationType;
  readonly deliveryId: string;
}

/** One attempt: what was sent, what was answered, and a button to send the event again (N2). */
export function deliveryPage(app: FastifyInstance, ctx: WebContext): void {
  const options = { schema: { params: DeliveryParams } };
  const url = '/integrations/:type/deliveries/:deliveryId';

  const show: Show = async (request, formError) => {
    const { caller } = request.session;
    const { type, deliveryId } = request.params as Params;
    const delivery = await readDelivery(ctx, caller, type, deliveryId);
    const { event_type, event_id, status, response_status, error, created_at, attempt, is_test } = delivery;
    const advice = adviceFor(type, error);
    const canRedeliver = event_id !== null && plans[caller.plan].integrations;
    return (
      <Layout
        title="Delivery"
        page={pageOf(request)}
        formError={formError}
        actions={
          canRedeliver && (
            <Form action={`${pathOf(type)}/deliveries/${deliveryId}/redeliver`}>
              <Submit class="small">Redeliver</Submit>
            </Form>
          )
        }
      >
        <p>
          <a href={pathOf(type)}>Back to {integrations[type].name}</a>
        </p>
        <section class="card" aria-label="Attempt">
          <Facts
            of={[
              ['Result', <Result key="result" status={status} />],
              ['Event', <code key="event">{event_type}</code>],
              event_id !== null && ['Event ID', <code key="id">{event_id}</code>],
              ['Time', <Time key="time" at={created_at} />],
              ['Attempt', is_test ? 'Test' : `no. ${attempt}`],
              response_status !== null && ['Response', String(response_status)],
              error !== null && ['Error', error],
              advice !== undefined && ['What to do', advice],
            ]}
          />
        </section>
        <Exchange delivery={delivery} />
      </Layout>
    );
  };
  addPage(app, url, options, show);

  addForm(app, `${url}/redeliver`, options, show, async (request, reply) => {
    const { type, deliveryId } = request.params as Params;
    const { caller } = request.session;
    const { event_id } = await readDelivery(ctx, caller, type, deliveryId);
    if (event_id !== null) await redeliverEvent(ctx, caller, type, event_id);
    return redirectWithFlash(reply, pathOf(type), 'The event is being delivered again.');
  });
}

function Exchange({
  delivery: { request, response },
}: {
  delivery: Awaited<ReturnType<typeof readDelivery>>;
}) {
  if (!request) return <p class="soft">What was sent and answered is kept for 7 days.</p>;
  const { method, headers, body } = request;
  return (
    <>
      <section class="card" aria-labelledby="request">
        <h2 id="request">Request</h2>
        <Text>
          {[method, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n')}
        </Text>
        {body !== null && <Text>{indented(body)}</Text>}
        <p class="soft">Signatures and credentials are left out.</p>
      </section>
      <section class="card" aria-labelledby="response">
        <h2 id="response">Response</h2>
        {response ? (
          <>
            <p>Status {response.status}</p>
            {response.body === '' ? <p class="soft">Without a body.</p> : <Text>{response.body}</Text>}
          </>
        ) : (
          <p class="soft">There was no answer.</p>
        )}
      </section>
    </>
  );
}

/** JSON over several lines; another text as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** What was sent or answered. It may scroll, so the keyboard must reach it. */
function Text({ children }: { children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be focusable
    <pre class="exchange" tabIndex={0}>
      {children}
    </pre>
  );
}
