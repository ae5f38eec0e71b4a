import type { FastifyInstance, FastifyRequest } from 'fastify';
import { deleteIntegration } from '../../../shared/integrations/delete-integration.ts';
import { listDeliveries } from '../../../shared/integrations/deliveries/list-deliveries.ts';
import { listIntegrations } from '../../../shared/integrations/list-integrations.ts';
import { type IntegrationType, integrationTypes } from '../../../shared/integrations/providers/index.ts';
import { type IntegrationDetails, readIntegration } from '../../../shared/integrations/read-integration.ts';
import type { DeliveryRecord } from '../../../shared/integrations/schema.ts';
import { setIntegration } from '../../../shared/integrations/set-integration.ts';
import { testIntegration } from '../../../shared/integrations/test-integration.ts';
import { updateIntegration } from '../../../shared/integrations/update-integration.ts';
import { plans } from '../../../shared/plans.ts';
import { integrationLimitMs } from '../../limits/integration-time.ts';
import { IntegrationParams } from '../../routes/params.ts';
import type { WebContext } from '../../web-context.ts';
import { assertAttempts } from '../attempt-limit.ts';
import { addForm, addPage, type FormValues, redirectWithNotice, type Show, sendPage } from '../pages.ts';
import { Confirm, Form } from '../parts/form.tsx';
import { Time } from '../parts/format.tsx';
import { Layout } from '../parts/layout.tsx';
import { pageOf } from '../parts/page-context.ts';
import { Secret } from '../parts/secret.tsx';
import { Table } from '../parts/table.tsx';
import { nameConfigKeys } from '../plain-words.ts';
import { ConfigFields, labelOf, readConfigForm } from './integration-config.tsx';

/** The names and descriptions of the integrations. */
const integrations: Readonly<Record<IntegrationType, { name: string; about: string }>> = {
  webhook: { name: 'Webhook', about: 'Sends signed requests to your server.' },
  chat_blocks: {
    name: 'Slack',
    about: 'Posts messages to Slack, or to a chat that accepts Slack blocks.',
  },
  chat_embeds: {
    name: 'Discord',
    about: 'Posts messages to Discord, or to a chat that accepts Discord embeds.',
  },
  contacts: { name: 'Loops', about: 'Adds a contact for each signup, and an event for each click.' },
  analytics: { name: 'PostHog', about: 'Records each event in your product analytics.' },
  newsletter: { name: 'Kit', about: 'Adds a subscriber for each signup, with forms and tags.' },
};

/** Per action. Each call sends requests to a server that the account chose. */
const callsPerMinute = 20;

const slow = { schema: { params: IntegrationParams }, config: { timeLimitMs: integrationLimitMs } };
const quick = { schema: { params: IntegrationParams } };

const typeOf = ({ params }: FastifyRequest) => (params as { type: IntegrationType }).type;
const pathOf = (type: IntegrationType) => `/dashboard/integrations/${type}`;

/** The integrations: set up, pause, test, list deliveries (§4.7, C11.3). */
export function integrationPages(app: FastifyInstance, ctx: WebContext): void {
  addPage(app, '/integrations', {}, async (request) => {
    const { caller } = request.session;
    const rows = await listIntegrations(ctx, caller);
    const rowByType = new Map(rows.map((row) => [row.type, row]));
    return (
      <Layout title="Integrations" page={pageOf(request)}>
        {!plans[caller.plan].integrations && <PlanMessage plan={caller.plan} />}
        <ul class="cards">
          {integrationTypes.map((type) => (
            <li key={type} class="card">
              <div class="row spread">
                <h2>
                  <a href={pathOf(type)}>{integrations[type].name}</a>
                </h2>
                <State integration={rowByType.get(type)} />
              </div>
              <p class="soft">{integrations[type].about}</p>
            </li>
          ))}
        </ul>
      </Layout>
    );
  });

  const show: Show = async (request, rejected) => {
    const { caller } = request.session;
    const type = typeOf(request);
    const formError = rejected && { ...rejected, message: nameConfigKeys(rejected.message, labelOf) };
    const isSettingsForm = request.routeOptions.url?.endsWith('/integrations/:type');
    const entered = isSettingsForm ? formError?.values : undefined; // the other forms have no settings
    const integration = await readIntegration(ctx, caller, type);
    const deliveries = integration ? await listDeliveries(ctx, caller, type) : [];
    const isIncluded = plans[caller.plan].integrations;
    const { name, about } = integrations[type];
    return (
      <Layout
        title={name}
        page={pageOf(request)}
        formError={formError}
        actions={integration && <Actions integration={integration} isIncluded={isIncluded} />}
      >
        <p class="soft">{about}</p>
        {!isIncluded && <PlanMessage plan={caller.plan} />}
        {isIncluded && (
          <section class="card" aria-labelledby="settings">
            <h2 id="settings">{integration ? 'Settings' : 'Set up'}</h2>
            {integration && !integration.config && (
              <p class="message warn">The saved settings can no longer be decrypted. Enter them again.</p>
            )}
            <Form action={pathOf(type)} class="fields">
              <ConfigFields type={type} stored={integration} values={entered} />
              <div class="row">
                <button type="submit">{integration ? 'Save' : 'Set up'}</button>
              </div>
            </Form>
          </section>
        )}
        {integration && <DeliveryLog deliveries={deliveries} />}
      </Layout>
    );
  };
  addPage(app, '/integrations/:type', quick, show);

  addForm(app, '/integrations/:type', slow, show, async (request, reply) => {
    const type = typeOf(request);
    await assertAttempts(ctx, 'check-integration', [request.session.caller.accountId], callsPerMinute);
    const config = readConfigForm(type, request.body as FormValues);
    const { integration, created } = await setIntegration(ctx, request.session.caller, type, { config });
    const { name } = integrations[type];
    if (integration.signing_secret === null)
      return redirectWithNotice(reply, pathOf(type), created ? `${name} is set up.` : 'Settings saved.');
    return sendPage(
      reply,
      <Layout title="Your signing secret" page={pageOf(request)}>
        <section class="card">
          <p>
            {name} is set up. Copy the signing secret now: it is shown only once. Your server verifies the
            signatures of requests with it.
          </p>
          <Secret value={integration.signing_secret} label="signing secret" />
          <p>
            <a class="button quiet" href={pathOf(type)}>
              Back to {name}
            </a>
          </p>
        </section>
      </Layout>,
    );
  });

  addForm(app, '/integrations/:type/pause', quick, show, async (request, reply) => {
    const type = typeOf(request);
    await updateIntegration(ctx, request.session.caller, type, { enabled: false });
    return redirectWithNotice(reply, pathOf(type), 'Paused. Events until you resume will not be sent.');
  });

  addForm(app, '/integrations/:type/resume', quick, show, async (request, reply) => {
    const type = typeOf(request);
    await updateIntegration(ctx, request.session.caller, type, { enabled: true });
    return redirectWithNotice(reply, pathOf(type), 'Resumed.');
  });

  addForm(app, '/integrations/:type/test', slow, show, async (request, reply) => {
    const type = typeOf(request);
    await assertAttempts(ctx, 'test-integration', [request.session.caller.accountId], callsPerMinute);
    const record = await testIntegration(ctx, request.session.caller.accountId, type);
    return record.status === 'success'
      ? redirectWithNotice(reply, pathOf(type), 'The test event was delivered.')
      : redirectWithNotice(
          reply,
          pathOf(type),
          `The test event was not delivered. ${record.error ?? ''}`,
          'bad',
        );
  });

  addForm(app, '/integrations/:type/delete', quick, show, async (request, reply) => {
    const type = typeOf(request);
    await deleteIntegration(ctx, request.session.caller, type);
    return redirectWithNotice(reply, '/dashboard/integrations', `${integrations[type].name} was removed.`);
  });
}

function PlanMessage({ plan }: { plan: string }) {
  return <p class="message warn">The {plan} plan does not include integrations. No events are sent.</p>;
}

function State({ integration }: { integration: { enabled: boolean } | undefined }) {
  if (!integration) return <span class="tag">Not set up</span>;
  return integration.enabled ? <span class="tag good">Active</span> : <span class="tag warn">Paused</span>;
}

interface ActionsProps {
  readonly integration: IntegrationDetails;
  readonly isIncluded: boolean;
}

function Actions({ integration, isIncluded }: ActionsProps) {
  const { type, enabled } = integration;
  const { name } = integrations[type];
  return (
    <div class="row">
      <State integration={integration} />
      {isIncluded && (
        <Form action={`${pathOf(type)}/test`}>
          <button type="submit" class="quiet small">
            Send test event
          </button>
        </Form>
      )}
      {(enabled || isIncluded) && (
        <Form action={`${pathOf(type)}/${enabled ? 'pause' : 'resume'}`}>
          <button type="submit" class="quiet small">
            {enabled ? 'Pause' : 'Resume'}
          </button>
        </Form>
      )}
      <Confirm
        id="delete-integration"
        label="Remove"
        question={`This deletes the settings, secrets and deliveries of ${name}.`}
        action={`${pathOf(type)}/delete`}
      />
    </div>
  );
}

function DeliveryLog({ deliveries }: { deliveries: readonly DeliveryRecord[] }) {
  return (
    <section class="card" aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      {deliveries.length === 0 ? (
        <p class="soft">No deliveries yet. The newest 50 will be listed here.</p>
      ) : (
        <Table label="Deliveries" columns={['Event', 'Result', 'Response', 'Time']}>
          {deliveries.map(({ id, event_type, status, response_status, error, created_at, is_test }) => (
            <tr key={id}>
              <th scope="row">
                <code>{event_type}</code> {is_test && <span class="tag">Test</span>}
              </th>
              <td>
                <span class={status === 'success' ? 'tag good' : 'tag bad'}>
                  {status === 'success' ? 'Delivered' : 'Failed'}
                </span>
              </td>
              <td>
                {response_status} {error}
              </td>
              <td>
                <Time at={created_at} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
