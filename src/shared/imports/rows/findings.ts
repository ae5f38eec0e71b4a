import type { LeftReason } from './subscription.ts';

/** What makes a column look as if it told who has left. */
export interface Sign {
  /** States and flags in it; others are not repeated, because they may be anything. */
  readonly words: readonly string[];
  /** Whether it has a cell that tells so, by its word or by the name of the column. */
  readonly isFound: boolean;
  readonly hasYes: boolean;
  readonly hasBlank: boolean;
}

/** By the index of the column. */
export type Signs = Readonly<Record<string, Sign>>;

/** What validation found of a file as a whole. */
export interface Findings {
  /** How many rows are of people who get no mails, by why. */
  readonly left?: Readonly<Partial<Record<LeftReason, number>>>;
  /** Columns that may tell who has left, and are not read so. */
  readonly signs?: Signs;
}
