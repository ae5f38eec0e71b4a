/** The stylesheet of the mail catcher's pages. Light and dark follow the system. */
export const mailStyle = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1c1c1e, #ececee);
  --soft: light-dark(#63636b, #a1a1aa);
  --line: light-dark(#e2e2e6, #333338);
  --paper: light-dark(#fff, #1c1c1f);
  --ground: light-dark(#f6f6f8, #121214);
  --link: light-dark(#1d5fd1, #7fb0ff);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 56rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
a { color: var(--link); }
h1 { margin: 0 0 .25rem; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h2, summary { margin: 0 0 .5rem; font-size: .875rem; font-weight: 600; color: var(--soft); }
header { margin-bottom: 1.5rem; }
header p, .empty { margin: 0; color: var(--soft); }
nav { display: flex; justify-content: space-between; margin-bottom: 1.5rem; }
section, details { margin-bottom: 1.5rem; }
summary { cursor: pointer; }
.mails { margin: 0; padding: 0; list-style: none; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; overflow: hidden; }
.mails li + li { border-top: 1px solid var(--line); }
.mails a { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: .75rem 1rem; color: inherit; text-decoration: none; }
.mails a:hover { background: var(--ground); }
.mails strong, .mails span { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.mails span { grid-row: 2; color: var(--soft); }
.mails time { color: var(--soft); font-size: .875rem; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .125rem 1rem; margin: 0; font-size: .9375rem; }
dt { color: var(--soft); }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 44rem; background: #fff; color-scheme: light; border: 1px solid var(--line); border-radius: .75rem; }
pre { margin: 0; padding: 1rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; font: .875rem/1.5 ui-monospace, monospace; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; }
@media (max-width: 40rem) {
  .mails a { grid-template-columns: 1fr; }
  .mails span { grid-row: auto; }
  dl { grid-template-columns: 1fr; }
  dd { margin-bottom: .5rem; }
}
`;
