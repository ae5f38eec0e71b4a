import { ladderStyle } from './ladder-style.ts';

/** What the status page looks like, in the frame of hosted pages. */
export const statusStyle = `${ladderStyle}
.live, .live > div { display: contents; }
.hero { display: flex; flex-direction: column; align-items: center; gap: 0.375rem; padding-block: 0.5rem; text-align: center; }
.hero h2 { font-size: 0.875rem; font-weight: 500; letter-spacing: 0; }
.hero .place { font-size: clamp(3.5rem, 22vw, 5.5rem); line-height: 1; letter-spacing: -0.045em; }
.moved { display: inline-flex; align-items: center; gap: 0.375rem; margin-block: 0.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; font-weight: 600;
  color: var(--good); background: var(--soft); border-radius: 1rem; }
.notice { display: flex; flex-direction: column; gap: 0.5rem; padding: 1rem; background: var(--soft); border: 1px solid var(--line);
  border-inline-start: 3px solid var(--accent); border-radius: 0.75rem; }
.notice.good { border-inline-start-color: var(--good); }
.notice .button, .notice form { margin-block-start: 0.5rem; }
.notice p { color: var(--muted); font-size: 0.9375rem; }
.part { display: flex; flex-direction: column; gap: 0.75rem; padding-block-start: 1.25rem; border-block-start: 1px solid var(--line); }
.part > p { color: var(--muted); font-size: 0.9375rem; }
.lead { display: flex; flex-direction: column; gap: 0.25rem; }
.lead p { color: var(--muted); font-size: 0.9375rem; }
.leaders { display: flex; flex-direction: column; list-style: none; }
.leaders li { display: flex; align-items: center; gap: 0.75rem; min-block-size: 2.75rem; padding-block: 0.375rem; }
.rank { flex: none; min-inline-size: 1.5rem; color: var(--muted); font-size: 0.875rem; font-variant-numeric: tabular-nums; text-align: center; }
.leaders li + li { border-block-start: 1px solid var(--line); }
.leaders .you { margin-inline: -0.75rem; padding-inline: 0.75rem; background: var(--soft); border-color: transparent; border-radius: 0.5rem; font-weight: 600; }
`;
