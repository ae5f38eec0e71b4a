/** What `Ladder` looks like, on hosted pages and in the embedded form. */
export const ladderStyle = `
.next { display: flex; flex-direction: column; gap: 0.5rem; }
.next p { font-weight: 500; }
progress { appearance: none; display: block; inline-size: 100%; block-size: 0.5rem; border: 0; border-radius: 1rem; overflow: hidden;
  background: var(--line); }
progress::-webkit-progress-bar { background: var(--line); }
progress::-webkit-progress-value { background: var(--accent); border-radius: 1rem; transition: inline-size 600ms; }
progress::-moz-progress-bar { background: var(--accent); border-radius: 1rem; }
.ladder { margin: 0; padding: 0; display: flex; flex-direction: column; list-style: none; }
.ladder li { position: relative; display: flex; gap: 0.75rem; min-block-size: 2.75rem; padding-block: 0.625rem; line-height: 1.5rem; }
.ladder img { flex: none; inline-size: 2.5rem; block-size: 2.5rem; margin-block: -0.25rem; object-fit: cover; background: var(--line); border-radius: 0.375rem; }
.about { margin: 0; color: var(--muted); font-size: 0.875rem; font-weight: 400; line-height: 1.25rem; white-space: pre-line; }
.what { flex: 1; min-inline-size: 0; overflow-wrap: anywhere; }
.state { flex: none; max-inline-size: 50%; color: var(--muted); font-size: 0.875rem; font-variant-numeric: tabular-nums; text-align: end; }
.mark { position: relative; display: grid; flex: none; place-items: center; inline-size: 1.5rem; block-size: 1.5rem;
  background: var(--surface); border: 1.5px solid var(--control); border-radius: 50%; }
.ahead .mark { border-color: var(--accent); }
.ahead .mark::after { content: ''; inline-size: 0.5rem; block-size: 0.5rem; background: var(--accent); border-radius: 50%; }
.reached .mark { color: var(--on-brand); background: var(--brand); border-color: var(--accent); }
.ahead bdi, .reached bdi { font-weight: 600; }
.reached .state { color: var(--good); font-weight: 600; }
.ladder li:not(:last-child)::before { content: ''; position: absolute; inset-block: calc(2.125rem + 1.5px) calc(1.5px - 0.625rem); inset-inline-start: calc(0.75rem - 0.75px); inline-size: 1.5px; background: var(--line); }
@media (forced-colors: active) { progress { border: 1px solid; } .reached .mark { background: Highlight; color: HighlightText; } }
`;
