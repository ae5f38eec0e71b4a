/** Prints what a run has measured, and the first of what was wrong. @returns whether nothing was */
export function verdict(
  title: string,
  figures: Readonly<Record<string, string | number>>,
  wrong: readonly string[],
): boolean {
  console.log(title);
  console.table({ ...figures, 'things wrong': wrong.length });
  for (const line of wrong.slice(0, 8)) console.error(line);
  return wrong.length === 0;
}

/** What did not hold, as a list of none or one. */
export const expect = (what: string, holds: boolean): string[] => (holds ? [] : [what]);
