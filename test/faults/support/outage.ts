import { outcomeOf, type RemovalCall, type SignupCall } from '../../support/storm/history.ts';
import { unless } from '../fault-run.ts';

type Call = SignupCall | RemovalCall;

/** The number of failed calls and the duration of the longest. */
export function failuresOf(calls: readonly Call[]): { count: number; longestMs: number } {
  const failures = calls.filter((call) => outcomeOf(call) === 'unknown');
  return { count: failures.length, longestMs: longestOf(failures) };
}

/** The duration of the longest call in ms, 0 if there are none. */
export function longestOf(calls: readonly Pick<Call, 'startedAt' | 'endedAt'>[]): number {
  return calls.reduce((longest, { startedAt, endedAt }) => Math.max(longest, endedAt - startedAt), 0);
}

/**
 * Checks the failures while Postgres is down: each must be an error envelope (C1.16), and in time. @returns
 * the problems
 */
export function checkFailures(calls: readonly Call[], longestAllowedMs: number): string[] {
  const failures = calls.filter((call) => outcomeOf(call) === 'unknown');
  const bare = failures.filter(({ code }) => code !== 'internal_error');
  const longest = longestOf(failures);
  return [
    ...unless(
      bare.length === 0,
      `${bare.length} failures had no error envelope, one with status ${bare[0]?.status}`,
    ),
    ...unless(longest <= longestAllowedMs, `a failure took ${longest.toFixed(0)} ms`),
  ];
}
