/** The value below which this share of them lies. NaN where there is none. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

/** The one in the middle; of an even number the upper of the two. NaN where there is none. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);
