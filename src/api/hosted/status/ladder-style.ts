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
.ladder li { display: flex; align-items: center; gap: 0.75rem; min-block-size: 2.75rem; padding-block: 0.375rem; }
.what { flex: 1; min-inline-size: 0; overflow-wrap: anywhere; }
.state { flex: none; max-inline-size: 50%; color: var(--muted); font-size: 0.875rem; font-variant-numeric: tabular-nums; text-align: end; }
.mark { position: relative; display: grid; flex: none; place-items: center; inline-size: 1.5rem; block-size: 1.5rem;
  background: var(--surface); border: 1.5px solid var(--control); border-radius: 50%; }
.ahead .mark { border-color: var(--accent); }
.ahead .mark::after { content: ''; inline-size: 0.5rem; block-size: 0.5rem; background: var(--accent); border-radius: 50%; }
.reached .mark { color: var(--on-brand); background: var(--brand); border-color: var(--accent); }
.ahead .what, .reached .what { font-weight: 600; }
.reached .state { color: var(--good); font-weight: 600; }
.ladder li + li .mark::before { content: ''; position: absolute; inset-block-end: calc(100% + 1.5px); inline-size: 1.5px; block-size: 1.25rem; background: var(--line); }
@media (forced-colors: active) { progress { border: 1px solid; } .reached .mark { background: Highlight; color: HighlightText; } }
`;
