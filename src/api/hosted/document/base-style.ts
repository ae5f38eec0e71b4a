/**
 * The stylesheet of all hosted pages. Colors and the font are the brand's (`brand-style.ts`). Logical
 * properties only, so that pages from right to left come out mirrored.
 */
export const baseStyle = `
*, ::before, ::after { box-sizing: border-box; }
html { font: 1rem/1.5 var(--font); -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { display: flex; flex-direction: column; align-items: center; min-block-size: 100vh; min-block-size: 100dvh; margin: 0;
  padding: clamp(1.25rem, 6vh, 4rem) 1rem 1.5rem; color: var(--page-text); background: var(--page); -webkit-font-smoothing: antialiased; }
body > * { inline-size: min(28rem, 100%); }
h1, h2, p, ul, ol, figure { margin: 0; padding: 0; }
h1, h2 { line-height: 1.25; letter-spacing: -0.015em; overflow-wrap: anywhere; text-wrap: balance; }
h1 { font-size: 1.5rem; font-weight: 650; }
h2 { font-size: 1rem; font-weight: 600; }
p { overflow-wrap: anywhere; text-wrap: pretty; }
a { color: inherit; text-underline-offset: 0.2em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.head { display: flex; align-items: center; justify-content: center; min-block-size: 2.5rem; margin-block-end: 1.25rem; }
.head img { display: block; max-inline-size: min(15rem, 100%); block-size: 2.5rem; object-fit: contain;
  background: var(--plate); border-radius: 0.25rem; box-shadow: 0 0 0 0.5rem var(--plate); }
.name { font-weight: 600; letter-spacing: -0.01em; text-align: center; }
.card { display: flex; flex-direction: column; gap: 1.25rem; padding: clamp(1.5rem, 6vw, 2rem); color: var(--text);
  background: var(--surface); border: 1px solid var(--line); border-radius: 1rem;
  box-shadow: 0 1px 2px rgb(0 0 0 / 0.04), 0 8px 24px rgb(0 0 0 / 0.05); }
.card a { color: var(--link); }
.intro { display: flex; flex-direction: column; gap: 0.5rem; }
.intro p { white-space: pre-line; }
.muted { color: var(--muted); }
.small { font-size: 0.875rem; }
.stack { display: flex; flex-direction: column; gap: 1rem; }
.place { font-size: 3.5rem; font-weight: 700; line-height: 1.1; letter-spacing: -0.03em; font-variant-numeric: tabular-nums; }
label { display: block; margin-block-end: 0.375rem; font-size: 0.875rem; font-weight: 600; }
input, select, textarea { display: block; inline-size: 100%; min-block-size: 2.75rem; padding: 0.5rem 0.75rem; font: inherit; color: var(--text);
  background: var(--surface); border: 1px solid var(--control); border-radius: 0.625rem; }
:is(input, select, textarea):focus-visible { outline-offset: -1px; border-color: var(--accent); }
button, .button { display: inline-flex; align-items: center; justify-content: center; gap: 0.5rem; min-block-size: 2.75rem; padding: 0.5rem 1.25rem;
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; border-radius: 0.625rem;
  color: var(--on-brand); background: var(--brand); border: 1px solid var(--accent); transition: box-shadow 120ms, translate 120ms; }
.card .button { color: var(--on-brand); }
:is(button, .button):hover { box-shadow: 0 2px 8px rgb(0 0 0 / 0.18); }
:is(button, .button):active { translate: 0 1px; }
:is(button, .button).quiet { color: var(--text); background: var(--surface); border-color: var(--control); }
.wide { inline-size: 100%; }
.foot { display: flex; flex-wrap: wrap; justify-content: center; gap: 0.25rem 1.25rem; margin-block-start: auto; padding-block-start: 2rem; list-style: none;
  font-size: 0.8125rem; color: var(--page-muted); }
.foot a { display: inline-block; padding-block: 0.25rem; text-decoration-color: transparent; }
.foot a:hover, .foot a:focus-visible { text-decoration-color: currentColor; outline-color: currentColor; }
@media (max-width: 26rem) { .card { border-radius: 0.875rem; } }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; animation: none !important; } }
@media (forced-colors: active) { .card, button, .button { border: 1px solid; } }
`;
