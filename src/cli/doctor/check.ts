/** What was looked at, and what was found. */
export interface Check {
  /** A name for machines, such as `migrations`. */
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly message: string;
  /** What to do; null where nothing is to be done. */
  readonly advice: string | null;
}

export const ok = (check: string, message: string): Check => ({ check, state: 'ok', message, advice: null });

export const warning = (check: string, message: string, advice: string): Check => ({
  check,
  state: 'warning',
  message,
  advice,
});

export const problem = (check: string, message: string, advice: string): Check => ({
  check,
  state: 'problem',
  message,
  advice,
});

/** Beyond these, times of signups and signatures are wrong, or refused. */
const warningMs = 2_000;
const problemMs = 60_000;

/**
 * Compares another clock with this machine's.
 * @param at its time, in milliseconds
 * @param between this machine's times before it was asked and after it had answered
 * @param precisionMs how exact `at` is
 */
export function compareClocks(
  name: string,
  whose: string,
  at: number,
  between: readonly [number, number],
  precisionMs = 0,
): Check {
  const [before, after] = between;
  const difference = Math.max(0, before - at - precisionMs, at - after);
  if (difference < warningMs) return ok(name, `The clock of ${whose} agrees with this machine's.`);
  const message = `The clock of ${whose} differs from this machine's by ${Math.round(difference / 1_000)} s.`;
  const advice = 'Run a time service (NTP) on all machines.';
  return difference < problemMs ? warning(name, message, advice) : problem(name, message, advice);
}

/** A message of an error on one line, without what is behind a line break. */
export function reasonOf(error: unknown): string {
  const { message = String(error), cause } = error instanceof Error ? error : {};
  const [line = ''] = (message || (cause instanceof Error ? cause.message : '')).split('\n');
  return cause instanceof Error && line === 'fetch failed' ? reasonOf(cause) : line || 'unknown error';
}
