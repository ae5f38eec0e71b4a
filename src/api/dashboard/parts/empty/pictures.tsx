import type { ComponentChildren } from 'preact';

/** Rows of a list, each with a face; of the last there is only the place. */
const People = () => (
  <>
    <rect class="paper" x="34" y="8" width="120" height="26" rx="8" />
    <rect class="paper" x="34" y="42" width="120" height="26" rx="8" />
    <rect class="stroke dashed" x="34" y="76" width="120" height="26" rx="8" />
    <path class="text" d="M64 18h52v6H64zM64 52h38v6H64z" />
    <circle class="dot" cx="48" cy="21" r="6" />
    <circle class="dot" cx="48" cy="55" r="6" />
    <path class="stroke" d="M94 84v10M89 89h10" />
  </>
);

/** Lists behind each other, and the way to another one. */
const Lists = () => (
  <>
    <rect class="paper off" x="50" y="8" width="88" height="60" rx="8" />
    <rect class="paper" x="40" y="20" width="108" height="80" rx="8" />
    <path class="text" d="M54 34h34v6H54zM54 54h64v4H54zM54 66h48v4H54z" />
    <circle class="dot" cx="132" cy="37" r="5" />
    <path class="stroke" d="M54 86h80" />
  </>
);

/** A letter on its way to the rows of a list; the grey row gets none. */
const Letter = () => (
  <>
    <rect class="paper" x="4" y="34" width="66" height="46" rx="8" />
    <path class="stroke" d="M7 41l30 22 30-22" />
    <path class="stroke dashed" d="M78 56C96 56 94 22 116 22M78 57h38M78 58c18 0 16 34 38 34" />
    {[12, 46, 80].map((y) => (
      <g key={y} class={y === 46 ? 'off' : undefined}>
        <rect class="paper" x="122" y={y} width="62" height="22" rx="6" />
        <circle class="dot" cx="133" cy={y + 11} r="4" />
        <rect class="text" x="143" y={y + 8} width="30" height="6" rx="3" />
      </g>
    ))}
  </>
);

/** Steps that lead to a gift; the last is not reached. */
const Gift = () => (
  <>
    {[
      [4, 78],
      [46, 60],
      [88, 42],
    ].map(([x = 0, y = 0]) => (
      <g key={x} class={x === 88 ? 'off' : undefined}>
        <rect class="paper" x={x} y={y} width="36" height={104 - y} rx="6" />
        <circle class="dot" cx={x + 18} cy={y + 13} r="4" />
      </g>
    ))}
    <path class="stroke dashed" d="M22 66c4-20 26-12 42-18M64 48c6-20 26-14 42-20" />
    <rect class="paper" x="138" y="54" width="44" height="36" rx="6" />
    <path
      class="stroke"
      d="M134 54h52M160 54v36M160 52c-20 0-20-18-9-18 7 0 9 10 9 18 0-8 2-18 9-18 11 0 11 18-9 18"
    />
  </>
);

/** A ticket that goes through a door. */
const Ticket = () => (
  <>
    <path class="paper" d="M116 100V14a6 6 0 0 1 6-6h46a6 6 0 0 1 6 6v86z" />
    <path class="stroke" d="M104 100h82M162 52v8" />
    <path class="paper" d="M10 40h62v10a7 7 0 0 0 0 14v10H10V64a7 7 0 0 0 0-14z" />
    <path class="text" d="M28 50h26v5H28zM28 60h18v5H28z" />
    <circle class="dot" cx="62" cy="57" r="3" />
    <path class="stroke dashed" d="M84 57h44" />
    <path class="stroke" d="M128 51l7 6-7 6" />
  </>
);

/** Bars of days, and the line above them. */
const Chart = () => (
  <>
    <path class="paper" d="M28 68h18v32H28zM58 54h18v46H58zM88 60h18v40H88zM118 34h18v66h-18z" />
    <rect class="stroke dashed" x="148" y="16" width="18" height="84" />
    <path class="stroke" d="M16 100h160M37 52l30-16 30 7 30-27" />
    <circle class="dot" cx="127" cy="16" r="5" />
  </>
);

/** Two tools, and what goes from one to the other. */
const Plug = () => (
  <>
    <rect class="paper" x="10" y="28" width="58" height="54" rx="10" />
    <path class="text" d="M24 44h30v6H24zM24 58h20v6H24z" />
    <rect class="paper" x="122" y="28" width="58" height="54" rx="10" />
    <path class="stroke dashed" d="M68 55h54" />
    <path class="stroke" d="M140 55l8 8 14-16" />
    <circle class="dot" cx="95" cy="55" r="6" />
  </>
);

/** A table in a file, and the list that its rows become. */
const File = () => (
  <>
    <path class="paper" d="M12 16a8 8 0 0 1 8-8h34l20 20v64a8 8 0 0 1-8 8H20a8 8 0 0 1-8-8z" />
    <path class="stroke" d="M54 8v20h20M24 46h38M24 60h38M24 74h38M43 46v38" />
    <path class="stroke dashed" d="M84 56h26" />
    <path class="stroke" d="M106 50l7 6-7 6" />
    {[18, 46, 74].map((y) => (
      <g key={y}>
        <rect class="paper" x="124" y={y} width="60" height="20" rx="6" />
        <circle class="dot" cx="135" cy={y + 10} r="4" />
        <rect class="text" x="145" y={y + 7} width="28" height="6" rx="3" />
      </g>
    ))}
  </>
);

/** A key before the field that it opens. */
const Key = () => (
  <>
    <rect class="paper" x="12" y="60" width="166" height="34" rx="8" />
    <path class="text" d="M28 74h20v6H28zM54 74h20v6H54zM80 74h20v6H80z" />
    <circle class="dot" cx="160" cy="77" r="5" />
    <circle class="stroke" cx="66" cy="30" r="16" />
    <path class="stroke" d="M82 30h52v12M118 30v8" />
    <circle class="dot" cx="62" cy="30" r="4" />
  </>
);

/** What happened, in the order of time. */
const Log = () => (
  <>
    <path class="stroke" d="M36 12v86" />
    {[22, 54, 86].map((y, at) => (
      <g key={y} class={at === 2 ? 'off' : undefined}>
        <rect class="paper" x="54" y={y - 12} width="116" height="24" rx="6" />
        <rect class="text" x="66" y={y - 3} width={[64, 46, 56][at]} height="6" rx="3" />
        <circle class="dot" cx="36" cy={y} r="5" />
      </g>
    ))}
  </>
);

/** Referrals that pass a shield. */
const Shield = () => (
  <>
    <path class="paper" d="M95 8l34 12v28c0 24-14 40-34 50-20-10-34-26-34-50V20z" />
    <path class="stroke" d="M80 52l11 11 20-24" />
    <path class="stroke dashed" d="M10 52h44M136 52h24" />
    <circle class="dot" cx="12" cy="52" r="6" />
    <circle class="dot" cx="172" cy="52" r="6" />
    <g class="off">
      <circle class="dot" cx="18" cy="82" r="6" />
      <path class="stroke" d="M30 82h22M48 77l8 10M56 77l-8 10" />
    </g>
  </>
);

/** The questions of a form. */
const Fields = () => (
  <>
    <rect class="paper" x="36" y="4" width="118" height="98" rx="8" />
    <path class="text" d="M50 16h34v5H50zM50 50h26v5H50z" />
    <rect class="stroke" x="50" y="26" width="90" height="16" rx="5" />
    <rect class="stroke dashed" x="50" y="60" width="90" height="16" rx="5" />
    <rect class="dot" x="50" y="84" width="36" height="10" rx="5" />
  </>
);

/** A lens over rows that are not what was looked for. */
const Lens = () => (
  <>
    <g class="off">
      <rect class="paper" x="20" y="14" width="150" height="24" rx="6" />
      <rect class="paper" x="20" y="46" width="150" height="24" rx="6" />
      <rect class="paper" x="20" y="78" width="150" height="24" rx="6" />
      <path class="text" d="M34 23h40v6H34zM34 55h58v6H34zM34 87h32v6H34z" />
    </g>
    <circle class="paper" cx="116" cy="50" r="26" />
    <path class="stroke" d="M135 69l20 22M106 50h20" />
  </>
);

const drawn = {
  people: People,
  lists: Lists,
  letter: Letter,
  gift: Gift,
  ticket: Ticket,
  chart: Chart,
  plug: Plug,
  file: File,
  key: Key,
  log: Log,
  shield: Shield,
  fields: Fields,
  lens: Lens,
} as const satisfies Readonly<Record<string, () => ComponentChildren>>;

export type PictureName = keyof typeof drawn;

export const pictureNames = Object.keys(drawn) as PictureName[];

interface PictureProps {
  readonly name: PictureName;
  /** In pixels of the style sheet, of its width. */
  readonly width?: number;
}

/**
 * A drawing beside a text that says the same: screen readers skip it. Its colors are the tokens of the theme.
 */
export function Picture({ name, width = 228 }: PictureProps) {
  const Drawn = drawn[name];
  const height = Math.round((width * 110) / 190);
  return (
    <svg class="drawing" viewBox="0 0 190 110" width={width} height={height} aria-hidden="true">
      <Drawn />
    </svg>
  );
}
