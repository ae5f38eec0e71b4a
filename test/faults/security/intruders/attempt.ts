/** One way in: the figures of the try, and what was wrong, in words. */
export interface Attempt {
  readonly figures: Readonly<Record<string, string | number>>;
  readonly wrong: readonly string[];
}
