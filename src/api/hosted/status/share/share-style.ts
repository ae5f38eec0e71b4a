/** What `Share` looks like, in the frame of hosted pages. */
export const shareStyle = `
.hidden { position: absolute; inline-size: 1px; block-size: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[hidden] { display: none !important; }
.share { display: flex; flex-direction: column; gap: 0.75rem; }
.copy { display: flex; gap: 0.5rem; }
.copy input { flex: 1; min-inline-size: 0; color: var(--text); background: var(--soft); text-overflow: ellipsis; }
.copy button { flex: none; min-inline-size: 6rem; }
.networks { display: grid; grid-template-columns: repeat(5, 1fr); gap: 0.5rem; list-style: none; }
.networks .button, .card .networks .button { inline-size: 100%; padding-inline: 0; color: var(--text); border-color: var(--line); }
.networks .button:hover { border-color: var(--control); }
[data-can-share] .networks { display: none; }
details { font-size: 0.875rem; }
summary { inline-size: fit-content; padding-block: 0.25rem; color: var(--muted); cursor: pointer; }
details img { display: block; margin: 0.75rem auto 0; border-radius: 0.5rem; }
`;
