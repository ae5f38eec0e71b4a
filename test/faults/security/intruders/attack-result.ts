/** The result of one kind of attack. */
export interface AttackResult {
  readonly figures: Readonly<Record<string, string | number>>;
  readonly problems: readonly string[];
}
