import { outcomeOf, type RemovalCall, type SignupCall } from '../../support/storm/history.ts';
import { unless } from '../fault-run.ts';

type Call = SignupCall | RemovalCall;

/** How calls failed that had no success: how many, and how long the longest took. */
export function failuresOf(calls: readonly Call[]): { count: number; longestMs: number } {
  const failures = calls.filter((call) => outcomeOf(call) === 'unknown');
  return { count: failures.length, longestMs: longestOf(failures) };
}

/** Milliseconds; 0 where there are none. */
export function longestOf(calls: readonly Pick<Call, 'startedAt' | 'endedAt'>[]): number {
  return calls.reduce((longest, { startedAt, endedAt }) => Math.max(longest, endedAt - startedAt), 0);
}

/** What is wrong with failures where only Postgres is away: each is an answer in the envelope (C1.16), and comes in time. */
export function checkFailures(calls: readonly Call[], longestAllowedMs: number): string[] {
  const failures = calls.filter((call) => outcomeOf(call) === 'unknown');
  const bare = failures.filter(({ code }) => code !== 'internal_error');
  const longest = longestOf(failures);
  return [
    ...unless(
      bare.length === 0,
      `${bare.length} failures came without the envelope, one with ${bare[0]?.status}`,
    ),
    ...unless(longest <= longestAllowedMs, `a failure took ${longest.toFixed(0)} ms`),
  ];
}
