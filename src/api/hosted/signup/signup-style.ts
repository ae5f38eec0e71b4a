import { inline } from '../document/inline.ts';

/** What the form needs besides the frame's stylesheet. */
export const signupStyle = inline(`
.trap { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
.check { display: flex; align-items: flex-start; gap: 0.625rem; margin: 0; padding-block: 0.375rem; font-weight: 400; }
.check input { flex: none; inline-size: 1.25rem; min-block-size: 1.25rem; block-size: 1.25rem; margin: 0.0625rem 0 0; accent-color: var(--accent); }
.problem { padding: 0.625rem 0.875rem; font-size: 0.9375rem; color: var(--bad); border: 1px solid currentColor; border-radius: 0.625rem; }
[aria-invalid], [aria-invalid]:focus-visible { border-color: var(--bad); outline-color: var(--bad); }
.invited { display: flex; align-items: center; gap: 0.5rem; padding: 0.625rem 0.875rem; font-size: 0.9375rem; background: var(--soft); border-radius: 0.625rem; }
.people { text-align: center; font-variant-numeric: tabular-nums; }
.mark { display: grid; place-items: center; inline-size: 3rem; block-size: 3rem; color: var(--on-brand); background: var(--brand); border: 1px solid var(--accent); border-radius: 50%; }
.test { padding: 0.5rem 0.875rem; margin-block-end: 1rem; font-size: 0.875rem; text-align: center; color: var(--page-text); border: 1px dashed; border-radius: 0.625rem; }
button[aria-disabled] { cursor: progress; opacity: 0.75; }
`);
