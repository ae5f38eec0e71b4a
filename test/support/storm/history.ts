/** What clients saw of a list, and what must be stored if all of that is to be true. */

/** One try of one request. A client that tries again makes another. Times are milliseconds on the clock of `performance.now()`. */
interface Try {
  readonly startedAt: number;
  readonly endedAt: number;
  /** 0 where no answer came. */
  readonly status: number;
  /** The error code in the envelope of an answer that is no success (§7). */
  readonly code?: string | undefined;
}

export interface SignupCall extends Try {
  /** As the service compares it. */
  readonly email: string;
  readonly referralCode: string | undefined;
  /** The answer, where it was 201. */
  readonly body: { id: string; position: number; total: number; referral_code: string } | undefined;
}

export interface RemovalCall extends Try {
  readonly id: string;
  readonly position: number;
}

export interface History {
  readonly signups: readonly SignupCall[];
  readonly removals: readonly RemovalCall[];
}

/** What is stored of a list. */
export interface StoredList {
  /** By position. */
  readonly rows: readonly StoredSignup[];
  readonly lastPosition: number;
}

export interface StoredSignup {
  readonly id: string;
  readonly email_key: string;
  readonly position: number;
  readonly referral_code: string;
  readonly referred_by: string | null;
  /** Its rows in `signup_emails`, and how often `signup.created` is owed for it. */
  readonly emails: number;
  readonly events: number;
}

export interface Expectations {
  /** Whether each signup has a row for its mail. */
  readonly mailed: boolean;
  /** Whether signup.created is owed for each, and none was worked off yet. */
  readonly notified: boolean;
}

/** Done; not done; or nobody knows: no answer came, or one that does not say whether the work behind it went on. */
export function outcomeOf({ status }: Try): 'ok' | 'failed' | 'unknown' {
  if (status >= 200 && status < 300) return 'ok';
  return status >= 400 && status < 500 ? 'failed' : 'unknown';
}

/** Several histories of one list as one. */
export function joinHistories(histories: readonly History[]): History {
  return {
    signups: histories.flatMap(({ signups }) => signups),
    removals: histories.flatMap(({ removals }) => removals),
  };
}

/**
 * What is wrong, in words; nothing if all is well. Each line begins with what was violated: lost, not idempotent, position given
 * twice, out of order, gap, total, not asked for, came back, credit, email, event. Takes time in proportion to n log n.
 */
export function findViolations(history: History, stored: StoredList, expected: Expectations): string[] {
  return [
    ...findLost(history, stored),
    ...findUnequalAnswers(history),
    ...findSharedPositions(history, stored),
    ...findOutOfOrder(history, stored),
    ...findGaps(history, stored),
    ...findWrongTotals(history, stored),
    ...findUnasked(history, stored),
    ...findWrongCredits(history, stored),
    ...stored.rows.flatMap(({ email_key, emails, events }) => [
      ...(emails === Number(expected.mailed) ? [] : [`email: ${email_key} is to be mailed ${emails} times`]),
      ...(expected.notified && events !== 1 ? [`event: ${email_key} is told of ${events} times`] : []),
    ]),
  ];
}

/** Every signup that was answered is there as it was answered, unless somebody removed it; what was removed is gone. */
function findLost({ signups, removals }: History, { rows }: StoredList): string[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const removed = new Set(removals.filter((call) => outcomeOf(call) !== 'failed').map(({ id }) => id));
  return [
    ...signups.flatMap(({ email, body }) => {
      if (!body || removed.has(body.id)) return [];
      const row = byId.get(body.id);
      const holds = row?.position === body.position && row.referral_code === body.referral_code;
      return holds
        ? []
        : [`lost: ${email} was told ${JSON.stringify(body)}, stored is ${JSON.stringify(row)}`];
    }),
    ...removals
      .filter((call) => outcomeOf(call) === 'ok' && byId.has(call.id))
      .map(({ id }) => `came back: ${id} was removed`),
  ];
}

/** An address gets the same answer each time (§1 rule 3), until its signup is removed. */
function findUnequalAnswers({ signups, removals }: History): string[] {
  const removed = new Set(removals.map(({ id }) => id));
  const answers = new Map<string, Set<string>>();
  for (const { email, body } of signups) {
    if (!body || removed.has(body.id)) continue;
    const { id, position, referral_code } = body;
    const known = answers.get(email) ?? new Set();
    answers.set(email, known.add([id, position, referral_code].join(' ')));
  }
  return [...answers]
    .filter(([, different]) => different.size > 1)
    .map(([email, different]) => `not idempotent: ${email} was told ${[...different].join(' and ')}`);
}

/** No position belongs to two signups, be they stored, removed or only answered (§1 rule 2). */
function findSharedPositions({ signups }: History, { rows }: StoredList): string[] {
  const owners = new Map<number, Set<string>>();
  const note = (position: number, id: string) =>
    owners.set(position, (owners.get(position) ?? new Set()).add(id));
  for (const { position, id } of rows) note(position, id);
  for (const { body } of signups) if (body) note(body.position, body.id);
  return [...owners]
    .filter(([, ids]) => ids.size > 1)
    .map(([position, ids]) => `position given twice: ${position} to ${[...ids].join(' and ')}`);
}

/**
 * A signup that was answered before another one was asked for stands before it. A signup came into being after the first try for its
 * address began, and before the first answer that tells of it ended. So it is enough to go through the signups in the order
 * of their beginnings and to keep the highest position of those that had been answered by then.
 */
function findOutOfOrder({ signups }: History, { rows }: StoredList): string[] {
  const beganAt = new Map<string, number>();
  const answeredAt = new Map<string, number>();
  const known = new Map<string, { email: string; position: number }>();
  const lower = (times: Map<string, number>, key: string, time: number) =>
    times.set(key, Math.min(time, times.get(key) ?? time));
  for (const { id, email_key, position } of rows) known.set(id, { email: email_key, position });
  for (const { email, startedAt, endedAt, body } of signups) {
    lower(beganAt, email, startedAt);
    if (!body) continue;
    lower(answeredAt, body.id, endedAt);
    if (!known.has(body.id)) known.set(body.id, { email, position: body.position });
  }
  const begun = [...known]
    .map(([id, { email, position }]) => ({
      id,
      position,
      at: beganAt.get(email) ?? Number.POSITIVE_INFINITY,
    }))
    .sort((a, b) => a.at - b.at);
  const answered = [...answeredAt]
    .map(([id, at]) => ({ position: known.get(id)?.position ?? 0, at }))
    .sort((a, b) => a.at - b.at);
  let next = 0;
  let highest = 0;
  return begun.flatMap(({ id, position, at }) => {
    for (let done = answered[next]; done && done.at < at; done = answered[++next])
      highest = Math.max(highest, done.position);
    return position > highest
      ? []
      : [`out of order: ${id} at ${position} was asked for when ${highest} had been answered`];
  });
}

/** Positions are 1..n; those that are missing belong to removed signups (C3.4). */
function findGaps({ removals }: History, { rows, lastPosition }: StoredList): string[] {
  const used = new Set(rows.map(({ position }) => position));
  for (const call of removals) if (outcomeOf(call) !== 'failed') used.add(call.position);
  const highest = [...used].reduce((a, b) => Math.max(a, b), lastPosition);
  const gaps = Array.from({ length: highest }, (_, index) => index + 1).filter(
    (position) => !used.has(position),
  );
  return [
    ...gaps.map((position) => `gap: ${position} is nobody's`),
    ...(highest > lastPosition ? [`gap: ${highest} was given, the counter is at ${lastPosition}`] : []),
  ];
}

/** With its answer a signup is told how many the list holds: all up to its own, but for those that somebody removed (C3.9). */
function findWrongTotals({ signups, removals }: History, { lastPosition }: StoredList): string[] {
  const removed = removals.filter((call) => outcomeOf(call) !== 'failed').length;
  return signups.flatMap(({ email, body }) =>
    !body || (body.total >= body.position - removed && body.total <= lastPosition)
      ? []
      : [`total: ${email} at ${body.position} was told of ${body.total}, given were ${lastPosition}`],
  );
}

/** Nothing is stored for addresses that nobody sent, or that were only ever refused. */
function findUnasked({ signups }: History, { rows }: StoredList): string[] {
  const asked = new Set(signups.filter((call) => outcomeOf(call) !== 'failed').map(({ email }) => email));
  return rows
    .filter(({ email_key }) => !asked.has(email_key))
    .map(({ email_key }) => `not asked for: ${email_key}`);
}

/** Only a signup's first request can credit; which of two that race is first is not the callers' to know. */
function findWrongCredits({ signups, removals }: History, { rows }: StoredList): string[] {
  const idOfCode = new Map(rows.map(({ id, referral_code }) => [referral_code, id]));
  const removed = new Set(removals.map(({ id }) => id));
  const possible = new Map<string, Set<string | null>>();
  for (const { email, referralCode, body } of signups) {
    if (body) idOfCode.set(body.referral_code, body.id);
    possible.set(email, possible.get(email) ?? new Set());
    if (referralCode === undefined) possible.get(email)?.add(null);
  }
  for (const { email, referralCode } of signups) {
    const referrer = referralCode === undefined ? undefined : idOfCode.get(referralCode);
    if (referrer === undefined) continue;
    possible.get(email)?.add(referrer);
    if (removed.has(referrer)) possible.get(email)?.add(null); // its owner is gone, and its credits with it (C3.5)
  }
  return rows
    .filter(({ email_key, referred_by }) => possible.get(email_key)?.has(referred_by) === false)
    .map(
      ({ email_key, referred_by }) =>
        `credit: ${email_key} credits ${referred_by}, sent were ${[...(possible.get(email_key) ?? [])]}`,
    );
}
