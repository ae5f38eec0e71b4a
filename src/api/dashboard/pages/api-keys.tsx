import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createApiKey } from '../../../shared/account/api-keys/create-api-key.ts';
import { type ApiKeySummary, listApiKeys } from '../../../shared/account/api-keys/list-api-keys.ts';
import { revokeApiKey } from '../../../shared/account/api-keys/revoke-api-key.ts';
import { ApiKeyInput } from '../../../shared/account/api-keys/schema.ts';
import { planTitle } from '../../../shared/account/plans.ts';
import { scopes } from '../../../shared/account/scopes.ts';
import type { WebContext } from '../../web-context.ts';
import {
  addForm,
  addPage,
  type FormValues,
  readValues,
  redirectWithFlash,
  type Show,
  sendPage,
  valuesFor,
} from '../pages.ts';
import { Empty } from '../parts/empty/empty.tsx';
import { Confirm, Field, Form, IfMaySend, Problem, Submit } from '../parts/form.tsx';
import { countOf, Time } from '../parts/format.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { Layout } from '../parts/layout.tsx';
import { pageOf } from '../parts/page-context.ts';
import { Secret } from '../parts/secret.tsx';
import { Table } from '../parts/table.tsx';
import { keyPresets, presetScopes } from './key-presets.ts';

const KeyParams = z.object({ keyId: z.guid() });

/** The API keys of the account: create, show once, revoke (§5, C11.3). */
export function apiKeyPages(app: FastifyInstance, ctx: WebContext): void {
  const show: Show = async (request, formError) => {
    const { caller } = request.session;
    const keys = await listApiKeys(ctx, caller.accountId);
    const live = keys.filter(({ revoked_at }) => revoked_at === null);
    const limit = caller.limits.apiKeys;
    return (
      <Layout title="API keys" page={pageOf(request)} formError={formError}>
        {keys.length === 0 ? (
          <Empty
            picture="key"
            title="No API keys yet"
            about="With a key your server adds signups and reads them. Each is listed here with what it may do and when it was last used."
          >
            <IfMaySend to="/dashboard/api-keys">
              <a class="button" href="#new">
                <Icon name="key-round" />
                Create the first key
              </a>
            </IfMaySend>
          </Empty>
        ) : (
          <section class="card" aria-label="Keys of this account">
            <p class="soft">
              {limit === null
                ? `${countOf(live.length, 'active key')}.`
                : `${live.length} of ${countOf(limit, 'key')} ${caller.isTest ? 'in the test mode' : `on the ${planTitle(caller.plan)} plan`}.`}
            </p>
            <KeyTable keys={keys} />
          </section>
        )}
        <IfMaySend to="/dashboard/api-keys">
          <NewKey values={valuesFor(formError, '/dashboard/api-keys')} />
        </IfMaySend>
      </Layout>
    );
  };
  addPage(app, '/api-keys', {}, show);

  addForm(app, '/api-keys', {}, show, async (request, reply) => {
    const { name, preset, scopes: chosen = [] } = request.body as FormValues;
    const input = readValues(ApiKeyInput, {
      ...(name !== '' && { name }),
      scopes: presetScopes(preset) ?? [chosen].flat(),
    });
    const { caller } = request.session;
    const { key } = await createApiKey(ctx, caller.accountId, input, caller.actor);
    return sendPage(
      reply,
      <Layout title="Your new API key" page={pageOf(request)}>
        <section class="card">
          <p>Copy the key now. It is shown only once, because we store only a hash of it.</p>
          <Secret value={key} label="API key" />
          <p>
            <a class="button quiet" href="/dashboard/api-keys">
              Back to API keys
            </a>
          </p>
        </section>
      </Layout>,
    );
  });

  addForm(app, '/api-keys/:keyId/revoke', { schema: { params: KeyParams } }, show, async (request, reply) => {
    const { keyId } = request.params as z.infer<typeof KeyParams>;
    await revokeApiKey(ctx, keyId, request.session.caller);
    return redirectWithFlash(
      reply,
      '/dashboard/api-keys',
      'The key was revoked. Requests with it are now rejected.',
    );
  });
}

function KeyTable({ keys }: { keys: readonly ApiKeySummary[] }) {
  return (
    <Table
      label="API keys"
      columns={['Name', 'Scopes', 'Created', 'Last used', { name: 'Actions', hidden: true }]}
    >
      {keys.map(({ key_id, name, last4, scopes: granted, created_at, last_used_at, revoked_at }) => (
        <tr key={key_id}>
          <th scope="row">
            {name} <code class="soft">…{last4}</code>
          </th>
          <td>{granted.length === scopes.length ? 'All' : granted.join(', ')}</td>
          <td>
            <Time at={created_at} />
          </td>
          <td>{last_used_at === null ? 'Never' : <Time at={last_used_at} />}</td>
          <td class="end">
            {revoked_at === null ? (
              <Confirm
                id={`revoke-${key_id}`}
                label="Revoke"
                description={`Revoke ${name} ending in ${last4}`}
                question={`Requests with ${name} (…${last4}) will be rejected. This cannot be undone.`}
                action={`/dashboard/api-keys/${key_id}/revoke`}
              />
            ) : (
              <span class="tag">Revoked</span>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function NewKey({ values }: { values: FormValues | undefined }) {
  const preset = values ? values.preset : 'landing';
  const chosen = [values?.scopes ?? []].flat();
  const isCustom = presetScopes(preset) === undefined;
  return (
    <section class="card" aria-labelledby="new">
      <h2 id="new">Create a key</h2>
      <Form action="/dashboard/api-keys" class="fields">
        <Field
          name="name"
          label="Name"
          maxlength={100}
          placeholder="API key"
          hint="Helps you recognize the key."
        />
        <fieldset>
          <legend>What is the key for?</legend>
          <small>This decides what the key can do. It cannot be changed later.</small>
          <Problem name="scopes" label="Scopes" />
          {keyPresets.map(({ id, label, hint }) => (
            <label key={id} class="inline">
              <input type="radio" name="preset" value={id} checked={preset === id} />
              <span>
                {label} <small>{hint}</small>
              </span>
            </label>
          ))}
          <label class="inline">
            <input type="radio" name="preset" value="custom" checked={isCustom} />
            <span>
              Something else <small>Choose the scopes below.</small>
            </span>
          </label>
          <details open={isCustom}>
            <summary>Scopes</summary>
            {scopes.map((scope) => (
              <label key={scope} class="inline">
                <input type="checkbox" name="scopes" value={scope} checked={chosen.includes(scope)} />
                <code>{scope}</code>
              </label>
            ))}
          </details>
        </fieldset>
        <div class="row">
          <Submit>Create key</Submit>
        </div>
      </Form>
    </section>
  );
}
