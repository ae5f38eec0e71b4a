import { median } from '../../test/support/values/quantiles.ts';

/**
 * How values compare with those of the same rounds: the median of the ratios in each round, the lowest and
 * the highest.
 */
export function ratios(values: readonly number[], others: readonly number[]) {
  const pairs = values.map((value, round) => value / (others[round] ?? Number.NaN));
  const rounded = (ratio: number) => Number(ratio.toFixed(2));
  return {
    ratio: rounded(median(pairs)),
    lowest: rounded(Math.min(...pairs)),
    highest: rounded(Math.max(...pairs)),
  };
}
