import type { History, SignupCall } from '../../../support/storm/history.ts';

/** When a moment was noted, on the clock of `performance.now()`: the server's was read in between. */
export interface NotedMoment {
  readonly from: number;
  readonly to: number;
}

/** What a list that was restored to a moment has of its history. */
export interface HistoryUntil {
  /** What it must agree with: calls under way at the moment count as answered if their signup is there. */
  readonly kept: History;
  /** Answered before the moment, and not there. */
  readonly missing: readonly SignupCall[];
  /** Asked for after it, and there. */
  readonly early: readonly SignupCall[];
  /** Answered since, and lost with the restore: the first answer of each. */
  readonly lost: readonly SignupCall[];
}

/** Splits a history. `stored` are the ids that the restored list has; `removed` those taken off it before. */
export function historyUntil(
  history: History,
  moment: NotedMoment,
  stored: ReadonlySet<string>,
): HistoryUntil {
  const removals = history.removals.filter(({ startedAt }) => startedAt < moment.to);
  const removed = new Set(removals.map(({ id }) => id));
  const known = new Set(
    history.signups.flatMap(({ body, endedAt }) => (body && endedAt < moment.from ? [body.id] : [])),
  );
  const isThere = ({ body }: SignupCall) => body !== undefined && stored.has(body.id);
  const lost = new Map(
    history.signups.flatMap((call): [string, SignupCall][] =>
      call.body && !known.has(call.body.id) && !isThere(call) ? [[call.body.id, call]] : [],
    ),
  );
  const begun = new Map<string, number>();
  for (const { email, startedAt } of history.signups)
    begun.set(email, Math.min(startedAt, begun.get(email) ?? startedAt));
  return {
    kept: {
      signups: history.signups.filter(
        ({ startedAt, body }) => startedAt < moment.to && !lost.has(body?.id ?? ''),
      ),
      removals: removals.map((call) => (call.endedAt < moment.from ? call : { ...call, status: 0 })),
    },
    missing: history.signups.filter(
      (call) => call.body && known.has(call.body.id) && !isThere(call) && !removed.has(call.body.id),
    ),
    early: history.signups.filter((call) => isThere(call) && (begun.get(call.email) ?? 0) > moment.to),
    lost: [...lost.values()],
  };
}
