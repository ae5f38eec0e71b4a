import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type PlanName, planTitle, plans } from '../../../shared/account/plans.ts';
import { deleteIntegration } from '../../../shared/events/integrations/delete-integration.ts';
import { listDeliveries } from '../../../shared/events/integrations/deliveries/list-deliveries.ts';
import { dismissMissed } from '../../../shared/events/integrations/health/dismiss-missed.ts';
import { readAllHealth, readHealth } from '../../../shared/events/integrations/health/read-health.ts';
import { listIntegrations } from '../../../shared/events/integrations/list-integrations.ts';
import { integrationTypes } from '../../../shared/events/integrations/providers/index.ts';
import {
  type IntegrationDetails,
  readIntegration,
} from '../../../shared/events/integrations/read-integration.ts';
import { rotateSecret } from '../../../shared/events/integrations/rotate-secret.ts';
import {
  type IntegrationHealth,
  IntegrationInput,
  SecretRotation,
} from '../../../shared/events/integrations/schema.ts';
import { setIntegration } from '../../../shared/events/integrations/set-integration.ts';
import { testIntegration } from '../../../shared/events/integrations/test-integration.ts';
import { updateIntegration } from '../../../shared/events/integrations/update-integration.ts';
import type { IntegrationType } from '../../../shared/events/names.ts';
import { notFound } from '../../../shared/platform/errors.ts';
import { integrationLimitMs } from '../../limits/integration-time.ts';
import { IntegrationParams } from '../../routes/params.ts';
import type { WebContext } from '../../web-context.ts';
import { assertAttempts } from '../attempt-limit.ts';
import { Inputs } from '../controls/inputs.tsx';
import { takeForm } from '../controls/refusal.ts';
import {
  addForm,
  addPage,
  type FormValues,
  readForm,
  readValues,
  redirectWithFlash,
  type Show,
  sendPage,
} from '../pages.ts';
import { Menu } from '../parts/folded/menu.tsx';
import { Choice, Confirm, Form, IfMaySend, Submit } from '../parts/form.tsx';
import { Layout } from '../parts/layout.tsx';
import { pageOf } from '../parts/page-context.ts';
import { Secret } from '../parts/secret.tsx';
import { deliveryPage } from './integration/delivery.tsx';
import { DeliveryLog } from './integration/delivery-log.tsx';
import { inputsOf } from './integration/integration-inputs.ts';
import { integrations, pathOf } from './integration/names.ts';
import { replayPage } from './integration/replay.tsx';
import { State, Trouble } from './integration/state.tsx';

/** Per action. Each call sends requests to a server that the account chose. */
const callsPerMinute = 20;

const slow = { schema: { params: IntegrationParams }, config: { timeLimitMs: integrationLimitMs } };
const quick = { schema: { params: IntegrationParams } };

const typeOf = ({ params }: FastifyRequest) => (params as { type: IntegrationType }).type;

/** The integrations: set up, pause, test, list deliveries (§4.7, C11.3). */
export function integrationPages(app: FastifyInstance, ctx: WebContext): void {
  addPage(app, '/integrations', {}, async (request) => {
    const { caller } = request.session;
    const rows = await listIntegrations(ctx, caller);
    const rowByType = new Map(rows.map((row) => [row.type, row]));
    const health = await readAllHealth(ctx, caller);
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
                <State integration={rowByType.get(type)} health={health.get(type)} />
              </div>
              <p class="soft">{integrations[type].about}</p>
            </li>
          ))}
        </ul>
      </Layout>
    );
  });

  const show: Show = async (request, formError) => {
    const { caller } = request.session;
    const type = typeOf(request);
    const integration = await readIntegration(ctx, caller, type);
    const deliveries = integration ? await listDeliveries(ctx, caller, type) : [];
    const health = integration && (await readHealth(ctx, caller, type));
    const isIncluded = plans[caller.plan].integrations;
    const { name, about } = integrations[type];
    return (
      <Layout
        title={name}
        page={pageOf(request)}
        formError={formError}
        actions={
          integration &&
          health && <Actions integration={integration} health={health} isIncluded={isIncluded} />
        }
      >
        <p class="soft">{about}</p>
        {!isIncluded && <PlanMessage plan={caller.plan} />}
        {health && <Trouble type={type} health={health} />}
        {isIncluded && (
          <section class="card" aria-labelledby="settings">
            <h2 id="settings">{integration ? 'Settings' : 'Set up'}</h2>
            {integration && !integration.config && (
              <p class="message warn">The saved settings can no longer be decrypted. Enter them again.</p>
            )}
            <Form action={pathOf(type)} class="fields" readable>
              <Inputs of={inputsOf(type, integration)} stored={integration} />
              <div class="row">
                <Submit>{integration ? 'Save' : 'Set up'}</Submit>
              </div>
            </Form>
          </section>
        )}
        {integration && (
          <DeliveryLog
            type={type}
            deliveries={deliveries}
            isWhole={(request.query as FormValues).deliveries === 'all'}
            replay={isIncluded ? replayOf(type, health?.missed_since ?? null) : undefined}
          />
        )}
      </Layout>
    );
  };
  addPage(app, '/integrations/:type', quick, show);

  addForm(app, '/integrations/:type', slow, show, async (request, reply) => {
    const type = typeOf(request);
    const { caller } = request.session;
    await assertAttempts(ctx, 'check-integration', [caller.accountId], callsPerMinute);
    const inputs = inputsOf(type, await readIntegration(ctx, caller, type));
    const { integration, created } = await takeForm(inputs, request.body, IntegrationInput, (input) =>
      setIntegration(ctx, caller, type, input),
    );
    const { name } = integrations[type];
    if (integration.signing_secret === null)
      return redirectWithFlash(reply, pathOf(type), created ? `${name} is set up.` : 'Settings saved.');
    const text = `${name} is set up. Copy the signing secret now: it is shown only once. Your server verifies the signatures of requests with it.`;
    return sendSecret(request, reply, text, integration.signing_secret);
  });

  addForm(app, '/integrations/:type/rotate', quick, show, async (request, reply) => {
    const type = typeOf(request);
    if (type !== 'webhook') notFound('page');
    const { overlap_hours } = readForm(RotationForm, request.body);
    const input = readValues(SecretRotation, { overlap_hours: Number(overlap_hours) });
    const { signing_secret } = await rotateSecret(ctx, request.session.caller, input);
    return sendSecret(
      request,
      reply,
      'Copy the new signing secret now: it is shown only once.',
      signing_secret,
    );
  });

  replayPage(app, ctx);
  deliveryPage(app, ctx);

  addForm(app, '/integrations/:type/pause', quick, show, async (request, reply) => {
    const type = typeOf(request);
    await updateIntegration(ctx, request.session.caller, type, { enabled: false });
    return redirectWithFlash(
      reply,
      pathOf(type),
      'Paused. Events until you resume will not be sent, unless you replay them.',
    );
  });

  addForm(app, '/integrations/:type/dismiss', quick, show, async (request, reply) => {
    const type = typeOf(request);
    await dismissMissed(ctx, request.session.caller, type);
    return redirectWithFlash(reply, pathOf(type), 'Dismissed. A replay can still deliver these events.');
  });

  addForm(app, '/integrations/:type/resume', quick, show, async (request, reply) => {
    const type = typeOf(request);
    await updateIntegration(ctx, request.session.caller, type, { enabled: true });
    return redirectWithFlash(reply, pathOf(type), 'Resumed.');
  });

  addForm(app, '/integrations/:type/test', slow, show, async (request, reply) => {
    const type = typeOf(request);
    await assertAttempts(ctx, 'test-integration', [request.session.caller.accountId], callsPerMinute);
    const record = await testIntegration(ctx, request.session.caller.accountId, type);
    return record.status === 'success'
      ? redirectWithFlash(reply, pathOf(type), 'The test event was delivered.')
      : redirectWithFlash(
          reply,
          pathOf(type),
          `The test event was not delivered. ${record.error ?? ''}`,
          'bad',
        );
  });

  addForm(app, '/integrations/:type/delete', quick, show, async (request, reply) => {
    const type = typeOf(request);
    await deleteIntegration(ctx, request.session.caller, type);
    return redirectWithFlash(reply, '/dashboard/integrations', `${integrations[type].name} was removed.`);
  });
}

const RotationForm = z.object({ overlap_hours: z.string() });

/** The page that shows a signing secret once. */
function sendSecret(request: FastifyRequest, reply: FastifyReply, text: string, secret: string | null) {
  const type = typeOf(request);
  return sendPage(
    reply,
    <Layout title="Your signing secret" page={pageOf(request)}>
      <section class="card">
        <p>{text}</p>
        {secret !== null && <Secret value={secret} label="signing secret" />}
        <p>
          <a class="button quiet" href={pathOf(type)}>
            Back to {integrations[type].name}
          </a>
        </p>
      </section>
    </Layout>,
  );
}

function PlanMessage({ plan }: { readonly plan: PlanName }) {
  return (
    <p class="message warn">The {planTitle(plan)} plan does not include integrations. No events are sent.</p>
  );
}

/** The page that sends events once more, those since a time if some were missed since. */
const replayOf = (type: IntegrationType, since: string | null) =>
  `${pathOf(type)}/replay${since === null ? '' : `?since=${since}`}`;

interface ActionsProps {
  readonly integration: IntegrationDetails;
  readonly health: IntegrationHealth;
  readonly isIncluded: boolean;
}

/** The state, and what is done with an integration as a whole. */
function Actions({ integration, health, isIncluded }: ActionsProps) {
  const { type, enabled } = integration;
  const { name } = integrations[type];
  const path = pathOf(type);
  return (
    <div class="row">
      <State integration={integration} health={health} />
      {isIncluded && (
        <Form action={`${path}/test`}>
          <Submit class="quiet small">Send test event</Submit>
        </Form>
      )}
      {isIncluded && !enabled && (
        <Form action={`${path}/resume`}>
          <Submit class="small">Resume</Submit>
        </Form>
      )}
      <IfMaySend to={`${path}/delete`}>
        <Menu id="more" label={`More for ${name}`} forms={[`${path}/rotate`, `${path}/delete`]}>
          {enabled && (
            <Form action={`${path}/pause`}>
              <Submit class="quiet small">Pause</Submit>
            </Form>
          )}
          {isIncluded && type === 'webhook' && <RotateSecret path={path} />}
          <Confirm
            id="delete-integration"
            label="Remove"
            question={`This deletes the settings, secrets and deliveries of ${name}.`}
            action={`${path}/delete`}
          />
        </Menu>
      </IfMaySend>
    </div>
  );
}

function RotateSecret({ path }: { readonly path: string }) {
  return (
    <Confirm
      id="rotate-secret"
      label="Rotate secret"
      tone="quiet"
      question="This makes a new signing secret. For how long shall the old one sign too?"
      action={`${path}/rotate`}
    >
      <Choice
        name="overlap_hours"
        label="Old secret"
        values={undefined}
        options={[
          ['24', 'Signs for another day'],
          ['72', 'Signs for another three days'],
          ['0', 'Ends at once, because others know it'],
        ]}
      />
    </Confirm>
  );
}
