import { z } from 'zod';
import { fieldKeyForm } from '../../list/fields/schema.ts';
import type { WaitlistSettings, WaitlistSettingsPatch } from '../../list/parts.ts';
import { AppError } from '../../platform/errors.ts';
import { boundedText, trimmedText } from '../../platform/schema/text.ts';
import { isReservedSlug, slugForm, slugLength } from './slug.ts';

const wrongSlug =
  'must be 3 to 60 lower-case letters, digits and hyphens, none at the start or the end and no two together';
const Slug = trimmedText(slugLength.most)
  .min(slugLength.least, wrongSlug)
  .regex(slugForm, wrongSlug)
  .refine((slug) => !isReservedSlug(slug), 'is reserved. Choose another');

const FieldKey = boundedText(64).regex(fieldKeyForm, 'must be the key of a custom field');

const texts = {
  page: 'The hosted signup page of the waitlist. Switching it on sets `abuse.mode` to `enforce`, unless the same change says otherwise.',
  enabled: 'Whether the page is there. It needs a `slug`. While it is off its URL is unknown.',
  slug: 'The last part of the URL: 3 to 60 lower-case letters, digits and single hyphens. The service has each once; a taken one is 409. An old one leads to the new one while the waitlist has it. Null frees all.',
  show_total: 'Whether the page says how many people are on the list.',
  invited_by_field:
    'The key of the custom field with the name of whoever shares a link: pictures of the link show its first word to everybody. Null: none.',
  url: 'The page; null without a `slug`. Read only.',
  embed_url: 'The script that draws the form into a page of yours; null without a `slug`. Read only.',
} as const;
export const pageText = texts.page;

/** The group `page` of a waitlist's settings, whole. */
export const PageSettings = z.object({
  enabled: z.boolean().default(false).describe(texts.enabled),
  slug: z.string().nullable().default(null).describe(texts.slug),
  show_total: z.boolean().default(true).describe(texts.show_total),
  invited_by_field: z.string().nullable().default(null).describe(texts.invited_by_field),
  url: z.string().nullable().default(null).describe(texts.url),
  embed_url: z.string().nullable().default(null).describe(texts.embed_url),
});
export type PageSettings = z.infer<typeof PageSettings>;

/** The same in a JSON merge patch. */
export const PagePatch = z
  .strictObject({
    enabled: z.boolean().nullable().describe(texts.enabled),
    slug: Slug.nullable().describe(texts.slug),
    show_total: z.boolean().nullable().describe(texts.show_total),
    invited_by_field: FieldKey.nullable().describe(texts.invited_by_field),
  })
  .partial();
export type PagePatch = z.infer<typeof PagePatch>;

/** What switching the page on switches on with it: anybody can post to it, so referrals are judged. */
export function withJudging({ page, abuse }: WaitlistSettingsPatch): WaitlistSettingsPatch {
  if (page?.enabled !== true || abuse === null || abuse?.mode !== undefined) return {};
  return { abuse: { ...abuse, mode: 'enforce' } };
}

/** @throws AppError invalid_request for a page that is enabled and could not be used, or not safely */
export function assertShowable(
  { page, abuse, form }: Pick<WaitlistSettings, 'page' | 'abuse' | 'form'>,
  patch: WaitlistSettingsPatch,
): void {
  if (!page.enabled) return;
  if (page.slug === null)
    throw new AppError('invalid_request', 'page.slug: is required while page.enabled is true');
  if (abuse.mode !== 'enforce')
    throw new AppError(
      'invalid_request',
      patch.page?.enabled === true
        ? 'page.enabled: needs abuse.mode to be "enforce"'
        : 'abuse.mode: must stay "enforce" while page.enabled is true',
    );
  if (form.captcha !== null && form.captcha.site_key === null)
    throw new AppError(
      'invalid_request',
      'form.captcha.site_key: is required while page.enabled is true, because the page shows the widget',
    );
}
