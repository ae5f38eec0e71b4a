import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  type EmailProviderType,
  emailProviderOf,
  emailProviderTypes,
} from '../../../shared/mail/providers/index.ts';
import { readEmailProvider, type ShownProvider } from '../../../shared/mail/settings/email-provider.ts';
import { EmailProviderInput, setEmailProvider } from '../../../shared/mail/settings/set-email-provider.ts';
import type { WebContext } from '../../web-context.ts';
import { assertAttempts } from '../attempt-limit.ts';
import { type Control, type Input, keysOf, toInputs } from '../controls/control.ts';
import { Inputs } from '../controls/inputs.tsx';
import { takeForm } from '../controls/refusal.ts';
import { addForm, addPage, redirectWithFlash, type Show } from '../pages.ts';
import { Form, Submit } from '../parts/form.tsx';
import { Layout } from '../parts/layout.tsx';
import { pageOf } from '../parts/page-context.ts';
import { providerTexts } from './email-provider-texts.ts';

const ProviderParams = z.object({ provider: z.enum(emailProviderTypes) });
type ProviderParams = z.infer<typeof ProviderParams>;

/** Verifying the settings of an SMTP server takes up to 16 s. */
const verifyLimitMs = 18_000;
/** Each check sends requests to a server that the account chose. */
const checksPerMinute = 20;

/** The settings of an email provider, verified with the provider before they are saved (C6.3, C11.3). */
export function emailProviderPages(app: FastifyInstance, ctx: WebContext): void {
  const url = '/email/provider/:provider';
  const schema = { params: ProviderParams };
  const show: Show = async (request, formError) => {
    const { provider: type } = request.params as ProviderParams;
    const { name, about } = providerTexts[type];
    const present = await readEmailProvider(ctx, request.session.caller.accountId);
    const isSame = present?.type === type;
    const config = isSame ? present.settings : undefined;
    return (
      <Layout title={name} subject="Email" page={pageOf(request)} formError={formError}>
        <section class="card" aria-labelledby="settings">
          <h2 id="settings">{name}</h2>
          <p class="soft">{about}</p>
          {present && !isSame && (
            <p class="message warn">
              Saving replaces {providerTexts[present.type].name}, your current provider.
            </p>
          )}
          {isSame && !config && (
            <p class="message warn">The saved settings can no longer be decrypted. Enter them again.</p>
          )}
          <Form action={`/dashboard/email/provider/${type}`} class="fields" readable>
            <Inputs of={inputsOf(type, present)} stored={{ from: present?.from, config }} />
            <div class="row">
              <Submit>Check and save</Submit>
              <a class="button quiet" href="/dashboard/email">
                Cancel
              </a>
            </div>
          </Form>
        </section>
      </Layout>
    );
  };
  addPage(app, url, { schema }, show);

  addForm(app, url, { schema, config: { timeLimitMs: verifyLimitMs } }, show, async (request, reply) => {
    const { provider: type } = request.params as ProviderParams;
    const { accountId, actor } = request.session.caller;
    const inputs = inputsOf(type, await readEmailProvider(ctx, accountId));
    await takeForm(inputs, request.body, EmailProviderInput.omit({ type: true }), async (input) => {
      await assertAttempts(ctx, 'check-provider', [accountId], checksPerMinute);
      return setEmailProvider(ctx, accountId, { ...input, type }, actor);
    });
    const { name } = providerTexts[type];
    return redirectWithFlash(
      reply,
      '/dashboard/email',
      `${name} accepted the settings and now sends your emails.`,
    );
  });
}

/**
 * The inputs of a provider's form: the settings that it declares, passwords last, as password managers
 * expect. A saved secret is not shown, and an empty input keeps it.
 */
function inputsOf(type: EmailProviderType, present: ShownProvider | undefined): Input[] {
  const { config, secrets } = emailProviderOf(type);
  const { settings, events } = providerTexts[type];
  const isSame = present?.type === type;
  const isSet = isSame && present.settings !== undefined;
  const controls = keysOf(config).map(({ key, isRequired }): Control => {
    const isSecret = secrets.includes(key);
    return {
      at: `config.${key}`,
      label: key,
      ...settings[key],
      isSecret,
      required: isRequired && !(isSecret && isSet),
      ...(isSecret && isSet && { hint: keepHint }),
    };
  });
  const webhookSecret: Control | null = events && {
    at: 'webhookSecret',
    name: 'webhook_secret',
    label: `${events.secret} (for events)`,
    isSecret: true,
    hint: isSame && present.hasSecret ? keepHint : `${events.secretHint} You can add it later.`,
  };
  return toInputs(EmailProviderInput.extend({ config }), [
    {
      at: 'from',
      label: 'From',
      required: true,
      maxlength: 320,
      placeholder: 'Acme <hello@acme.com>',
      hint: 'A name, and an address that the provider accepts.',
    },
    ...controls.toSorted((one, other) => Number(one.isSecret) - Number(other.isSecret)),
    ...(webhookSecret ? [webhookSecret] : []),
  ]);
}

const keepHint = 'Already set. Leave empty to keep it.';
