interface FaultOptions {
  /** Whether the run breaks something itself. Its checks must then fail. */
  readonly plantedBug: boolean;
  /** From 1 to 999. The same seed repeats the random choices, but not the timing. */
  readonly seed: number;
  /** How large a run is that can be of several sizes; undefined for its own. */
  readonly size?: number | undefined;
  /** A run of several scenarios leaves out those whose names do not match. */
  readonly only?: string | undefined;
  /** The folder of an older build; undefined where none was named. */
  readonly old?: string | undefined;
}

/**
 * Causes one kind of fault in real processes and prints the results. Resolves to whether all checks passed:
 * with a planted bug they must not.
 */
export type FaultRun = (options: FaultOptions) => Promise<boolean | 'not tried'>;

/** Prints the figures and the first ten problems. @returns whether there are none */
export function report(
  figures: Readonly<Record<string, string | number>>,
  problems: readonly string[],
): boolean {
  console.table({ ...figures, problems: problems.length });
  for (const line of problems.slice(0, 10)) console.error(line);
  return problems.length === 0;
}

/** A list with the problem, or an empty one if `holds`. */
export function unless(holds: boolean, problem: string): string[] {
  return holds ? [] : [problem];
}

/** Whether a check missed its planted bug. Prints the missed ones. */
export function missedOne(problems: Readonly<Record<string, readonly string[]>>): boolean {
  const missed = Object.entries(problems).filter(([, lines]) => lines.length === 0);
  for (const [bug] of missed) console.error(`missed: ${bug}`);
  return missed.length > 0;
}
