interface FaultOptions {
  /** Whether the run breaks something itself, to show that its checks notice. */
  readonly plantedBug: boolean;
  /** The same seed makes the same choices, 1 to 999; what the machine makes of them differs. */
  readonly seed: number;
}

/**
 * Tries one kind of fault for real and prints what came of it. Resolves to whether all held, which with a planted bug means that it was
 * missed.
 */
export type FaultRun = (options: FaultOptions) => Promise<boolean | 'not tried'>;

/** Prints a run's figures, and the first of what was wrong. @returns whether nothing was */
export function report(
  figures: Readonly<Record<string, string | number>>,
  wrong: readonly string[],
): boolean {
  console.table({ ...figures, 'things wrong': wrong.length });
  for (const line of wrong.slice(0, 10)) console.error(line);
  return wrong.length === 0;
}

/** The complaint, unless it holds. */
export function unless(holds: boolean, complaint: string): string[] {
  return holds ? [] : [complaint];
}

/** Whether a planted bug brought none of the complaints that it should; says which. */
export function missedOne(complaints: Readonly<Record<string, readonly string[]>>): boolean {
  const missed = Object.entries(complaints).filter(([, lines]) => lines.length === 0);
  for (const [bug] of missed) console.error(`not noticed: ${bug}`);
  return missed.length > 0;
}
