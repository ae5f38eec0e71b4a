import { z } from 'zod';
import { locales } from '../../platform/language/locales.ts';
import { boundedList } from '../../platform/schema/bounded.ts';
import { Color } from '../../platform/schema/color.ts';
import { HttpsUrl } from '../../platform/schema/site-url.ts';
import { oneLine, trimmedText } from '../../platform/schema/text.ts';

/** The fonts of pages: each is one that the visitor's device has. */
const brandFonts = ['system', 'serif', 'mono', 'rounded'] as const;
export const brandThemes = ['auto', 'light', 'dark'] as const;

const mostLinks = 5;

const texts = {
  brand: 'How the pages that people on the list see look, and what their owner says there.',
  logo: 'Where the logo is. Null: none. Read only: `PUT /v1/waitlists/{id}/brand/logo` stores one.',
  color:
    'The color of buttons and links, such as `#4338ca`. Texts on it are made legible. Null: a neutral one.',
  background:
    'The color behind the page. With the theme `auto` it is for the light or the dark look, and the other one gets a counterpart. Null: a neutral one.',
  headline: 'The title of the status page and the signup page, instead of the name of the list.',
  text: 'The text below the headline. Line breaks stay.',
  links: 'Links below the pages, such as an imprint. At most 5.',
  label: 'The text of the link.',
  url: 'Where it leads: an https URL.',
  language: 'The language of the pages. Null: the one that each visitor prefers.',
  font: 'The font, of those that devices have.',
  theme: '`auto`: light or dark, as the visitor’s device is.',
} as const;
export const brandText = texts.brand;

const Headline = oneLine(120);
const Text = trimmedText(1_000).min(1);
const Link = { label: oneLine(60).describe(texts.label), url: HttpsUrl.describe(texts.url) };

/** The group `brand` of a waitlist's settings, whole. */
export const BrandSettings = z.object({
  // Stored as the path on this service, which pages use; answers say where that is.
  logo: z.string().nullable().default(null).describe(texts.logo),
  color: z.string().nullable().default(null).describe(texts.color),
  background: z.string().nullable().default(null).describe(texts.background),
  headline: z.string().nullable().default(null).describe(texts.headline),
  text: z.string().nullable().default(null).describe(texts.text),
  links: z
    .array(z.object({ label: z.string().describe(texts.label), url: z.string().describe(texts.url) }))
    .default([])
    .describe(texts.links),
  language: z.enum(locales).nullable().default(null).describe(texts.language),
  font: z.enum(brandFonts).default('system').describe(texts.font),
  theme: z.enum(brandThemes).default('auto').describe(texts.theme),
});
export type BrandSettings = z.infer<typeof BrandSettings>;

/** The same in a JSON merge patch. */
export const BrandPatch = z
  .strictObject({
    color: Color.nullable().describe(texts.color),
    background: Color.nullable().describe(texts.background),
    headline: Headline.nullable().describe(texts.headline),
    text: Text.nullable().describe(texts.text),
    links: boundedList(z.array(z.strictObject(Link)), mostLinks, 'links')
      .nullable()
      .describe(texts.links),
    language: z.enum(locales).nullable().describe(texts.language),
    font: z.enum(brandFonts).nullable().describe(texts.font),
    theme: z.enum(brandThemes).nullable().describe(texts.theme),
  })
  .partial();
export type BrandPatch = z.infer<typeof BrandPatch>;

/** The brand of a list that has set none, and of pages about no list. */
export const noBrand: BrandSettings = BrandSettings.parse({});

const resetAll = Object.fromEntries(Object.keys(BrandPatch.shape).map((key) => [key, null]));

/** What is stored of a change. A reset leaves the logo, which is not part of changes. */
export function toStoredBrand(patch: BrandPatch | null | undefined): unknown {
  return patch === null ? resetAll : patch;
}
