/** The value below which this share of them lies. NaN where there is none. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

/** The one in the middle; of an even number the upper of the two. NaN where there is none. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** How values relate to those that were measured in the same rounds: the median of the pairs' ratios, with the lowest and the highest. */
export function ratios(values: readonly number[], others: readonly number[]) {
  const pairs = values.map((value, round) => value / (others[round] ?? Number.NaN));
  const rounded = (ratio: number) => Number(ratio.toFixed(2));
  return {
    ratio: rounded(median(pairs)),
    lowest: rounded(Math.min(...pairs)),
    highest: rounded(Math.max(...pairs)),
  };
}
