import { z } from 'zod';
import { type FieldDefinition, fieldKeyForm, maxFieldsPerWaitlist } from '../../list/fields/schema.ts';
import type { WaitlistSettings, WaitlistSettingsPatch } from '../../list/parts.ts';
import { AppError } from '../../platform/errors.ts';
import { boundedList } from '../../platform/schema/bounded.ts';
import { SiteOrigin, SiteUrl } from '../../platform/schema/site-url.ts';
import { boundedText, Credential, trimmedText } from '../../platform/schema/text.ts';

/** Who can check that a visitor is a person. */
const captchaProviders = ['turnstile'] as const;

const mostOrigins = 20;

const Origins = boundedList(z.array(SiteOrigin), mostOrigins, 'origins').transform((all) => [
  ...new Set(all),
]);
const FieldKey = boundedText(64).regex(fieldKeyForm, 'must be the key of a custom field');
const FieldKeys = boundedList(z.array(FieldKey), maxFieldsPerWaitlist, 'fields').transform((all) => [
  ...new Set(all),
]);

/** It stands in an attribute of the page. */
const SiteKey = trimmedText(100).regex(/^[\w.-]{1,100}$/, 'must be the site key that Cloudflare shows');

const texts = {
  form: 'The form of the waitlist, for pages without a server. It needs `abuse.mode` to be `enforce`.',
  enabled: 'Whether the form takes signups. While it is off its URL is unknown.',
  id: 'What the URLs of the form hold. It is no secret, never changes, and is null until the form is first enabled. Read only.',
  url: 'Where the form of your page posts to; null until it is first enabled. Read only.',
  script_url: 'The script that a page can include; null until the form is first enabled. Read only.',
  origins:
    'The origins of the pages with the form, such as `https://www.example.com`: https, or http on localhost. At least one while it is enabled, at most 20.',
  captcha: 'Who checks that visitors are people. Null: nobody.',
  provider: '`turnstile`: Cloudflare Turnstile.',
  site_key:
    'The site key of the widget, which is public: the signup page and the embedded form draw the widget. A form of your own has it in its code.',
  secret: 'The secret key of the widget. It is never answered. If left out, the stored one is kept.',
  redirect_url:
    'Where a page without the script leads after the signup. Null: a page of the service that says thank you.',
  fields:
    'The keys of the custom fields that the form takes, at most 20. All others are dropped. A required field must be among them.',
} as const;
export const formText = texts.form;

/** The group `form` of a waitlist's settings, whole (N6). The secret is not in it. */
export const FormSettings = z.object({
  enabled: z.boolean().default(false).describe(texts.enabled),
  id: z.string().nullable().default(null).describe(texts.id),
  url: z.string().nullable().default(null).describe(texts.url),
  script_url: z.string().nullable().default(null).describe(texts.script_url),
  origins: z.array(z.string()).default([]).describe(texts.origins),
  captcha: z
    .object({
      provider: z.enum(captchaProviders).default('turnstile').describe(texts.provider),
      site_key: z.string().nullable().default(null).describe(texts.site_key),
    })
    .nullable()
    .default(null)
    .describe(texts.captcha),
  redirect_url: z.string().nullable().default(null).describe(texts.redirect_url),
  fields: z.array(z.string()).default([]).describe(texts.fields),
});
export type FormSettings = z.infer<typeof FormSettings>;

/** The same in a JSON merge patch, with the secret. */
export const FormPatch = z
  .strictObject({
    enabled: z.boolean().nullable().describe(texts.enabled),
    origins: Origins.nullable().describe(texts.origins),
    captcha: z
      .strictObject({
        provider: z.enum(captchaProviders).describe(texts.provider),
        site_key: SiteKey.nullable().describe(texts.site_key),
        secret: Credential.describe(texts.secret),
      })
      .partial()
      .nullable()
      .describe(texts.captcha),
    redirect_url: SiteUrl.nullable().describe(texts.redirect_url),
    fields: FieldKeys.nullable().describe(texts.fields),
  })
  .partial();
export type FormPatch = z.infer<typeof FormPatch>;

/** What is stored of a change: a captcha without its secret. */
export function withoutSecret(patch: FormPatch | null | undefined): unknown {
  if (!patch?.captcha) return patch;
  const { secret: _, provider = 'turnstile', ...captcha } = patch.captcha;
  return { ...patch, captcha: { ...captcha, provider } };
}

/** @throws AppError invalid_request for a form that is enabled and could not be used, or not safely */
export function assertUsable(
  { abuse, form }: Pick<WaitlistSettings, 'abuse' | 'form'>,
  patch: WaitlistSettingsPatch,
): void {
  if (!form.enabled) return;
  if (abuse.mode !== 'enforce')
    throw new AppError(
      'invalid_request',
      patch.form?.enabled === true
        ? 'form.enabled: needs abuse.mode to be "enforce"'
        : 'abuse.mode: must stay "enforce" while form.enabled is true',
    );
  if (form.origins.length === 0)
    throw new AppError('invalid_request', 'form.origins: must name an origin while form.enabled is true');
}

/** The required fields that a form does not take. If there is one, it refuses every post. */
export function unaskedFields<T extends Pick<FieldDefinition, 'key' | 'required'>>(
  form: Pick<FormSettings, 'fields'>,
  fields: readonly T[],
): T[] {
  return fields.filter(({ key, required }) => required && !form.fields.includes(key));
}
