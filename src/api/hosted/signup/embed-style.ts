import { paletteOf } from '../../../shared/capabilities/branding/palette.ts';
import type { BrandSettings } from '../../../shared/capabilities/branding/settings.ts';
import { textOn } from '../../../shared/platform/color/legible.ts';
import { ladderStyle } from '../status/ladder-style.ts';
import { shareStyle } from '../status/share/share-style.ts';

/**
 * The stylesheet of the embedded form. Text takes the page's own font and color, and each variable can be set
 * on the page. The button has the color of the brand. Variables of its own are not on the host: there
 * `--waitlist-color: var(--accent)` of a page would lead in a circle.
 */
export function embedStyle(brand: BrandSettings): string {
  // What it stands on is the owner's page, so the color stays as it was chosen.
  const color = brand.color ?? paletteOf(brand, 'light').brand;
  const onBrand = textOn(color);
  return `
${shareStyle}${ladderStyle}
:host > div { --text: currentColor; --muted: currentColor; --good: currentColor; --soft: transparent;
  --brand: var(--waitlist-color, ${color}); --on-brand: var(--waitlist-on-color, ${onBrand}); --accent: var(--brand); --surface: transparent;
  --line: color-mix(in srgb, currentColor 25%, transparent); --control: var(--waitlist-line, color-mix(in srgb, currentColor 55%, transparent)); }
:host { display: block; max-inline-size: var(--waitlist-width, 28rem); color: var(--waitlist-text, inherit); font: var(--waitlist-font, inherit);
  line-height: 1.5; text-align: start; }
:host([hidden]) { display: none; }
*, ::before, ::after { box-sizing: border-box; }
h2, p { margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.25em; line-height: 1.25; }
h2:focus { outline: none; }
.stack { display: flex; flex-direction: column; gap: 1em; }
.stack > * { margin: 0; }
.muted { opacity: 0.8; }
.small { font-size: 0.875em; }
.hero { display: flex; flex-direction: column; align-items: flex-start; }
.hero h2, .lead h2 { font-size: 1em; }
.place { font-size: 3.5em; font-weight: 700; line-height: 1.1; font-variant-numeric: tabular-nums; }
.part + .part { padding-block-start: 1em; border-block-start: 1px solid var(--line); }
.part, .lead { display: flex; flex-direction: column; gap: 0.75em; }
.networks { margin: 0; padding: 0; }
details { display: none; }
button.quiet, .button.quiet, .networks .button { color: inherit; background: transparent; border-color: var(--control); }
.people { margin-block-start: 0.75em; }
label { display: block; margin-block-end: 0.375em; font-size: 0.875em; font-weight: 600; }
input { display: block; inline-size: 100%; min-block-size: 2.75rem; padding: 0.5rem 0.75rem; font: inherit; color: inherit;
  background: var(--waitlist-input, transparent); border: 1px solid var(--waitlist-line, color-mix(in srgb, currentColor 55%, transparent));
  border-radius: var(--waitlist-radius, 0.5rem); }
input::placeholder { color: inherit; opacity: 0.65; }
.check { display: flex; align-items: flex-start; gap: 0.625em; font-weight: 400; }
.check input { flex: none; inline-size: 1.25rem; min-block-size: 1.25rem; accent-color: var(--waitlist-color, ${color}); }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-block-size: 2.75rem; padding: 0.5rem 1.25rem; font: inherit;
  font-weight: 600; text-decoration: none; cursor: pointer; color: var(--waitlist-on-color, ${onBrand}); background: var(--waitlist-color, ${color});
  border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: var(--waitlist-radius, 0.5rem); }
button[aria-disabled] { cursor: progress; opacity: 0.75; }
.wide { inline-size: 100%; }
:focus-visible { outline: 2px solid; outline-offset: 2px; }
.problem { padding: 0.5em 0.75em; color: var(--waitlist-bad, inherit); border: 1px solid; border-inline-start-width: 4px;
  border-radius: var(--waitlist-radius, 0.5rem); }
[aria-invalid] { outline: 2px solid var(--waitlist-bad, currentColor); }
.invited, .test { margin-block-end: 1em; }
.test { padding: 0.25em 0.75em; font-size: 0.875em; border: 1px dashed; border-radius: var(--waitlist-radius, 0.5rem); }
.trap { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
`;
}
