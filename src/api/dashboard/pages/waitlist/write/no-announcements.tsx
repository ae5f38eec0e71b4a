import type { ComponentChildren } from 'preact';

/** What a waitlist shows that was never written to. The button is inside. */
export function NoAnnouncements({ children }: { readonly children: ComponentChildren }) {
  return (
    <section class="card teaching" aria-labelledby="start">
      <div>
        <h2 id="start">Write to the people on your list</h2>
        <p>
          Tell everybody, or some of them, that you launch on Tuesday. Whoever unsubscribed, complained or
          bounced gets nothing, nobody gets it twice, and it stops itself when too many mails come back.
        </p>
        <ol>
          <li>Choose who gets it, and see how many that are.</li>
          <li>Write the mail, look at it as one of them, and send yourself a test.</li>
          <li>Launch it with the number that you saw.</li>
        </ol>
        {children}
      </div>
      <Drawing />
    </section>
  );
}

/** A letter on its way to the rows of a list; the grey row gets none. */
function Drawing() {
  const rows = [16, 42, 68, 94];
  return (
    <svg class="drawing" viewBox="0 0 264 124" width="264" height="124" aria-hidden="true">
      <rect class="paper" x="8" y="34" width="84" height="58" rx="8" />
      <path class="stroke" d="M10 40l40 30 40-30" />
      <path class="stroke dashed" d="M100 62C120 62 118 25 146 25M100 63h46M100 65c20 0 18 38 46 38" />
      {rows.map((y, at) => (
        <g key={y} class={at === 2 ? 'off' : undefined}>
          <rect class="paper" x="152" y={y - 2} width="104" height="22" rx="6" />
          <circle class="dot" cx="164" cy={y + 9} r="4" />
          <rect class="text" x="174" y={y + 6} width={[58, 46, 52, 40][at]} height="6" rx="3" />
        </g>
      ))}
    </svg>
  );
}
