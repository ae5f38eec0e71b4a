/** Below this base one signup more is a tenth and more: the two numbers say it better. */
const leastBase = 10;
/** From here on people think in the numbers, too: nobody pictures +2,400%. */
const mostPercent = 1_000;

/** How a count differs from the one before: "+12%"; null where a percentage says less than the counts. */
export function percentChange(now: number, before: number): string | null {
  const percent = Math.round((100 * (now - before)) / before);
  if (before < leastBase || Math.abs(percent) >= mostPercent) return null;
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}%`;
}
