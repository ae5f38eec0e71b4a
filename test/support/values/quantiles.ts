/** The value below which this share of the values lies. NaN if there are no values. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

/** The middle value; of an even number of values the upper of the two. NaN if there are no values. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);
