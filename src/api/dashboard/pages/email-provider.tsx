import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  type EmailProviderType,
  emailProviderOf,
  emailProviderTypes,
} from '../../../shared/email/providers/index.ts';
import { readEmailProvider } from '../../../shared/email/settings/email-provider.ts';
import { EmailProviderInput, setEmailProvider } from '../../../shared/email/settings/set-email-provider.ts';
import type { WebContext } from '../../web-context.ts';
import { assertAttempts } from '../attempt-limit.ts';
import { addForm, addPage, done, type FormValues, readValues, type Show } from '../pages.ts';
import { Field, Form } from '../parts/form.tsx';
import { Layout } from '../parts/layout.tsx';
import { pageOf } from '../parts/page-context.ts';
import { nameConfigKeys, toWords } from '../plain-words.ts';
import { providerTexts } from './email-provider-texts.ts';

const ProviderParams = z.object({ provider: z.enum(emailProviderTypes) });
type ProviderParams = z.infer<typeof ProviderParams>;

/** Asking whether the settings work takes 16 s at most, by a mail server; 2 s are for our own part. */
const verifyLimitMs = 18_000;
/** Each asks a server that the account chose. */
const checksPerMinute = 20;

/** The settings of one type of mail provider: checked with that provider, and saved as the account's (C6.3, C11.3). */
export function emailProviderPages(app: FastifyInstance, ctx: WebContext): void {
  const url = '/email/provider/:provider';
  const schema = { params: ProviderParams };
  const show: Show = async (request, refused) => {
    const { provider: type } = request.params as ProviderParams;
    const { name, about, events, settings } = providerTexts[type];
    const labelOf = (key: string) => settings[key]?.label ?? toWords(key);
    const refusal = refused && { ...refused, message: nameConfigKeys(refused.message, labelOf) };
    const present = await readEmailProvider(ctx, request.session.caller.accountId);
    const isSame = present?.type === type;
    const stored = isSame ? present.settings : undefined;
    return (
      <Layout title={name} subject="Email" page={pageOf(request)} refusal={refusal}>
        <section class="card" aria-labelledby="settings">
          <h2 id="settings">{name}</h2>
          <p class="soft">{about}</p>
          {present && !isSame && (
            <p class="message warn">
              Saving replaces {providerTexts[present.type].name}, which sends your mails now.
            </p>
          )}
          {isSame && !stored && (
            <p class="message warn">What was saved cannot be opened any more. Enter all of it anew.</p>
          )}
          <Form action={`/dashboard/email/provider/${type}`} class="fields">
            <Field
              name="from"
              label="From"
              required
              maxlength={320}
              placeholder="Acme <hello@acme.com>"
              hint="Who your signup emails are from: a name and an address that the provider may send for."
              values={refusal?.values}
              initial={present?.from}
            />
            <Settings type={type} stored={stored} values={refusal?.values} />
            {events && (
              <Field
                name="webhook_secret"
                label={`${events.secret} (for events)`}
                type="password"
                autocomplete="off"
                maxlength={2000}
                hint={isSame && present.hasSecret ? keepHint : `${events.secretHint} It can be added later.`}
              />
            )}
            <div class="row">
              <button type="submit">Check and save</button>
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
    await assertAttempts(ctx, 'check-provider', [request.session.caller.accountId], checksPerMinute);
    await setEmailProvider(ctx, request.session.caller.accountId, input);
    const { name } = providerTexts[type];
    return done(reply, '/dashboard/email', `${name} accepted the settings. Your mails go out over it now.`);
  });
}

const keepHint = 'Stored, and not shown again. Empty: it stays as it is.';

/** A setting as its provider declares it. */
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

/** What a form says, as the provider takes it. What is left empty is left out. */
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
  /** What is saved of this type, without its secrets. */
  readonly stored: Readonly<Record<string, unknown>> | undefined;
  readonly values: FormValues | undefined;
}

/** A field for each setting. */
function Settings({ type, stored, values }: SettingsProps) {
  const { secrets } = emailProviderOf(type);
  const isSecret = ({ key }: Setting) => Number(secrets.includes(key));
  const settings = settingsOf(type).toSorted((one, other) => isSecret(one) - isSecret(other)); // passwords last, as browsers expect
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
              values={values}
              initial={typeof value === 'number' ? value : value === undefined ? undefined : String(value)}
            />
          );
        const chosen = values?.[key] ?? (value === undefined ? '' : String(value));
        return (
          <label key={key}>
            {label}
            <select name={key}>
              {choicesOf(kind).map(([choice, words]) => (
                <option key={choice} value={choice} selected={choice === chosen}>
                  {words}
                </option>
              ))}
            </select>
          </label>
        );
      })}
    </>
  );
}

/** What there is to choose, with the choice of none. */
function choicesOf(kind: 'boolean' | readonly string[]): readonly (readonly [string, string])[] {
  if (kind !== 'boolean') return [['', 'As the provider has it'], ...kind.map((one) => [one, one] as const)];
  return [
    ['', 'By the port'],
    ['true', 'From the start'],
    ['false', 'Where the server offers it'],
  ];
}
