/** What clients saw of a list, and whether the stored rows agree with it. */

/** One request. A repeated request is another call. Times are in ms on the clock of `performance.now()`. */
interface Call {
  readonly startedAt: number;
  readonly endedAt: number;
  /** 0 without an answer. */
  readonly status: number;
  /** The error code in the envelope (§7). */
  readonly code?: string | undefined;
}

export interface SignupCall extends Call {
  /** In the form that the service compares. */
  readonly email: string;
  readonly referralCode: string | undefined;
  /** The body of a 201. */
  readonly body: { id: string; position: number; total: number; referral_code: string } | undefined;
}

export interface RemovalCall extends Call {
  readonly id: string;
  readonly position: number;
}

export interface History {
  readonly signups: readonly SignupCall[];
  readonly removals: readonly RemovalCall[];
}

/** The stored rows of a list. */
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
  /** The number of its rows in `mails`, and of its pending `signup.created` events. */
  readonly emails: number;
  readonly events: number;
}

export interface Expectations {
  /** Whether each signup has a row for its mail. */
  readonly mailed: boolean;
  /** Whether each signup has a pending signup.created. Only true if no worker ran. */
  readonly notified: boolean;
}

/** Whether a request had its effect, had none, or may have had it: without an answer, or with a 5xx. */
export function outcomeOf({ status }: Call): 'ok' | 'failed' | 'unknown' {
  if (status >= 200 && status < 300) return 'ok';
  return status >= 400 && status < 500 ? 'failed' : 'unknown';
}

/** Joins histories of one list. */
export function joinHistories(histories: readonly History[]): History {
  return {
    signups: histories.flatMap(({ signups }) => signups),
    removals: histories.flatMap(({ removals }) => removals),
  };
}

/**
 * Finds violations of the rules. Each line begins with the kind: lost, not idempotent, position given twice,
 * out of order, gap, total, not requested, came back, credit, email, event. Runs in O(n log n).
 */
export function findViolations(history: History, stored: StoredList, expected: Expectations): string[] {
  return [
    ...findLost(history, stored),
    ...findUnequalAnswers(history),
    ...findSharedPositions(history, stored),
    ...findOutOfOrder(history, stored),
    ...findGaps(history, stored),
    ...findWrongTotals(history, stored),
    ...findUnrequested(history, stored),
    ...findWrongCredits(history, stored),
    ...stored.rows.flatMap(({ email_key, emails, events }) => [
      ...(emails === Number(expected.mailed) ? [] : [`email: ${email_key} has ${emails} mails`]),
      ...(expected.notified && events !== 1 ? [`event: ${email_key} has ${events} events`] : []),
    ]),
  ];
}

/** Every answered signup is stored as answered, unless it was removed. Removed signups are gone. */
function findLost({ signups, removals }: History, { rows }: StoredList): string[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const removed = new Set(removals.filter((call) => outcomeOf(call) !== 'failed').map(({ id }) => id));
  return [
    ...signups.flatMap(({ email, body }) => {
      if (!body || removed.has(body.id)) return [];
      const row = byId.get(body.id);
      const holds = row?.position === body.position && row.referral_code === body.referral_code;
      return holds ? [] : [`lost: ${email} got ${JSON.stringify(body)}, stored is ${JSON.stringify(row)}`];
    }),
    ...removals
      .filter((call) => outcomeOf(call) === 'ok' && byId.has(call.id))
      .map(({ id }) => `came back: ${id} was removed`),
  ];
}

/** An email gets the same answer each time (§1 rule 3), until its signup is removed. */
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
    .map(([email, different]) => `not idempotent: ${email} got ${[...different].join(' and ')}`);
}

/** No position belongs to two signups, stored, removed or answered (§1 rule 2). */
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
 * A signup that was answered before the first request for another one has the lower position. A signup was
 * stored after the first request for its email started, and before its first answer ended. So the check goes
 * through signups by start time, and keeps the highest position that was answered by then.
 */
function findOutOfOrder({ signups }: History, { rows }: StoredList): string[] {
  const requestedAt = new Map<string, number>();
  const answeredAt = new Map<string, number>();
  const known = new Map<string, { email: string; position: number }>();
  const lower = (times: Map<string, number>, key: string, time: number) =>
    times.set(key, Math.min(time, times.get(key) ?? time));
  for (const { id, email_key, position } of rows) known.set(id, { email: email_key, position });
  for (const { email, startedAt, endedAt, body } of signups) {
    lower(requestedAt, email, startedAt);
    if (!body) continue;
    lower(answeredAt, body.id, endedAt);
    if (!known.has(body.id)) known.set(body.id, { email, position: body.position });
  }
  const requested = [...known]
    .map(([id, { email, position }]) => ({
      id,
      position,
      at: requestedAt.get(email) ?? Number.POSITIVE_INFINITY,
    }))
    .sort((a, b) => a.at - b.at);
  const answered = [...answeredAt]
    .map(([id, at]) => ({ position: known.get(id)?.position ?? 0, at }))
    .sort((a, b) => a.at - b.at);
  let next = 0;
  let highest = 0;
  return requested.flatMap(({ id, position, at }) => {
    for (let done = answered[next]; done && done.at < at; done = answered[++next])
      highest = Math.max(highest, done.position);
    return position > highest
      ? []
      : [`out of order: ${id} at ${position} was requested after ${highest} had been answered`];
  });
}

/** Positions are 1..n. Missing ones belong to removed signups (C3.4). */
function findGaps({ removals }: History, { rows, lastPosition }: StoredList): string[] {
  const used = new Set(rows.map(({ position }) => position));
  for (const call of removals) if (outcomeOf(call) !== 'failed') used.add(call.position);
  const highest = [...used].reduce((a, b) => Math.max(a, b), lastPosition);
  const gaps = Array.from({ length: highest }, (_, index) => index + 1).filter(
    (position) => !used.has(position),
  );
  return [
    ...gaps.map((position) => `gap: ${position} belongs to no signup`),
    ...(highest > lastPosition ? [`gap: ${highest} was given, the counter is at ${lastPosition}`] : []),
  ];
}

/** The total in an answer counts all signups up to its own, without removed ones (C3.9). */
function findWrongTotals({ signups, removals }: History, { lastPosition }: StoredList): string[] {
  const removed = removals.filter((call) => outcomeOf(call) !== 'failed').length;
  return signups.flatMap(({ email, body }) =>
    !body || (body.total >= body.position - removed && body.total <= lastPosition)
      ? []
      : [`total: ${email} at ${body.position} got ${body.total}, the last position is ${lastPosition}`],
  );
}

/** Nothing is stored for emails that were never sent, or always refused. */
function findUnrequested({ signups }: History, { rows }: StoredList): string[] {
  const requested = new Set(signups.filter((call) => outcomeOf(call) !== 'failed').map(({ email }) => email));
  return rows
    .filter(({ email_key }) => !requested.has(email_key))
    .map(({ email_key }) => `not requested: ${email_key}`);
}

/** Only the first request for an email can credit a referrer. Of concurrent requests any may be the first. */
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
    // The referrer is deleted, and its credits with it (C3.5).
    if (removed.has(referrer)) possible.get(email)?.add(null);
  }
  return rows
    .filter(({ email_key, referred_by }) => possible.get(email_key)?.has(referred_by) === false)
    .map(
      ({ email_key, referred_by }) =>
        `credit: ${email_key} credits ${referred_by}, possible were ${[...(possible.get(email_key) ?? [])]}`,
    );
}
