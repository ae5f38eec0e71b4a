import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  type EmailProviderType,
  emailProviderOf,
  emailProviderTypes,
} from '../../../shared/mail/providers/index.ts';
import { readEmailProvider } from '../../../shared/mail/settings/email-provider.ts';
import { EmailProviderInput, setEmailProvider } from '../../../shared/mail/settings/set-email-provider.ts';
import type { WebContext } from '../../web-context.ts';
import { assertAttempts } from '../attempt-limit.ts';
import { addForm, addPage, type FormValues, readValues, redirectWithFlash, type Show } from '../pages.ts';
import { Choice, Field, Form, Submit } from '../parts/form.tsx';
import { Layout } from '../parts/layout.tsx';
import { pageOf } from '../parts/page-context.ts';
import { nameConfigKeys, toWords } from '../plain-words.ts';
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
  const show: Show = async (request, rejected) => {
    const { provider: type } = request.params as ProviderParams;
    const { name, about, events, settings } = providerTexts[type];
    const labelOf = (key: string) => settings[key]?.label ?? toWords(key);
    const formError = rejected && { ...rejected, message: nameConfigKeys(rejected.message, labelOf) };
    const present = await readEmailProvider(ctx, request.session.caller.accountId);
    const isSame = present?.type === type;
    const stored = isSame ? present.settings : undefined;
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
          {isSame && !stored && (
            <p class="message warn">The saved settings can no longer be decrypted. Enter them again.</p>
          )}
          <Form action={`/dashboard/email/provider/${type}`} class="fields" readable>
            <Field
              name="from"
              label="From"
              required
              maxlength={320}
              placeholder="Acme <hello@acme.com>"
              hint="A name, and an address that the provider accepts."
              initial={present?.from}
            />
            <Settings type={type} stored={stored} />
            {events && (
              <Field
                name="webhook_secret"
                label={`${events.secret} (for events)`}
                type="password"
                autocomplete="off"
                maxlength={2000}
                hint={isSame && present.hasSecret ? keepHint : `${events.secretHint} You can add it later.`}
              />
            )}
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
    const { from, webhook_secret: secret, ...values } = request.body as FormValues;
    const input = readValues(EmailProviderInput, {
      type,
      from,
      config: toConfig(type, values),
      ...(secret !== '' && { webhookSecret: secret }),
    });
    const { accountId, actor } = request.session.caller;
    await assertAttempts(ctx, 'check-provider', [accountId], checksPerMinute);
    await setEmailProvider(ctx, accountId, input, actor);
    const { name } = providerTexts[type];
    return redirectWithFlash(
      reply,
      '/dashboard/email',
      `${name} accepted the settings and now sends your emails.`,
    );
  });
}

const keepHint = 'Already set. Leave empty to keep it.';

/** A setting that the provider declares. */
interface Setting {
  readonly key: string;
  readonly required: boolean;
  readonly kind: 'text' | 'number' | 'boolean' | readonly string[];
}

function settingsOf(type: EmailProviderType): Setting[] {
  return Object.entries(emailProviderOf(type).config.shape).map(([key, shape]) => {
    const optional = shape instanceof z.ZodOptional;
    return { key, required: !optional, kind: kindOf(optional ? shape.unwrap() : shape) };
  });
}

function kindOf(shape: unknown): Setting['kind'] {
  if (shape instanceof z.ZodNumber) return 'number';
  if (shape instanceof z.ZodBoolean) return 'boolean';
  if (shape instanceof z.ZodEnum) return shape.options.map(String);
  return 'text';
}

/** Builds a configuration from a form. Leaves out empty fields. */
function toConfig(type: EmailProviderType, values: FormValues): Record<string, unknown> {
  return Object.fromEntries(
    settingsOf(type).flatMap(({ key, kind }): [string, unknown][] => {
      const value = values[key];
      if (value === undefined || value === '') return [];
      if (kind === 'number') return [[key, Number(value)]];
      return [[key, kind === 'boolean' ? value === 'true' : value]];
    }),
  );
}

interface SettingsProps {
  readonly type: EmailProviderType;
  /** The saved settings without secrets. */
  readonly stored: Readonly<Record<string, unknown>> | undefined;
}

function Settings({ type, stored }: SettingsProps) {
  const { secrets } = emailProviderOf(type);
  const isSecret = ({ key }: Setting) => Number(secrets.includes(key));
  // Passwords last, as password managers expect.
  const settings = settingsOf(type).toSorted((one, other) => isSecret(one) - isSecret(other));
  return (
    <>
      {settings.map(({ key, required, kind }) => {
        const { label = key, hint } = providerTexts[type].settings[key] ?? {};
        const value = stored?.[key];
        if (secrets.includes(key))
          return (
            <Field
              key={key}
              name={key}
              label={label}
              type="password"
              autocomplete="off"
              required={required && !stored}
              hint={stored ? keepHint : hint}
            />
          );
        if (kind === 'text' || kind === 'number')
          return (
            <Field
              key={key}
              name={key}
              label={label}
              type={kind}
              required={required}
              hint={hint}
              autocomplete="off"
              initial={typeof value === 'number' ? value : value === undefined ? undefined : String(value)}
            />
          );
        return (
          <Choice
            key={key}
            name={key}
            label={label}
            hint={hint}
            options={choicesOf(kind)}
            initial={value === undefined ? '' : String(value)}
          />
        );
      })}
    </>
  );
}

/** The options of a setting, with an empty default. */
function choicesOf(kind: 'boolean' | readonly string[]): readonly (readonly [string, string])[] {
  if (kind !== 'boolean') return [['', 'Default'], ...kind.map((one) => [one, one] as const)];
  return [
    ['', 'Depends on the port'],
    ['true', 'From the start'],
    ['false', 'If the server offers it'],
  ];
}
