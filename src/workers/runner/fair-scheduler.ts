import type { Ring } from '../../shared/queue/jobs.ts';

/** Jobs of one account that wait here. What comes beyond it is dropped: the sweep finds it. */
const maxWaiting = 5_000;

/** Jobs of all accounts that wait here: some 25 MB. Beyond it an account has `fewWaiting` at most. */
const maxWaitingInAll = 50_000;
const fewWaiting = 20;

/** An account with so many waiting has enough to do until the next sweep, and more. */
const enoughWaiting = 1_000;

/** Whoever takes longer to answer keeps a slot from many others. */
const slowMs = 5_000;

/** Lanes; beyond it those that have nothing to do are forgotten, and begin again. */
const maxRemembered = 1_000;

export interface AccountLanes {
  /** Resolves when the ring is answered, or waits behind others of its account; rejects where answering it fails before that. */
  answer(ring: Ring): Promise<void>;
  /** Whether a ring would be kept: it does not wait here already, and there is room for it. */
  accepts(ring: Ring): boolean;
  /** Ids of the jobs whose rings wait, for a slot or behind others of their account. */
  waiting(): string[];
  /** Accounts that need no more jobs for now: enough of theirs wait here. */
  supplied(): string[];
  /** Begins nothing more, and forgets what waits: the outbox has it. Resolves when what was begun is done. */
  close(): Promise<void>;
}

/** How a worker's slots for one job are shared. */
export interface SlotShares {
  readonly slots: number;
  /** The most that one account has. */
  readonly perAccount: number;
  /** What an account has before it is known to be answered quickly. */
  readonly atFirst: number;
}

interface Waiting {
  readonly ring: Ring;
  readonly resolve: () => void;
  readonly reject: (err: unknown) => void;
}

/** Does a job. @returns whether there was anything to do: another worker may have been quicker */
export type AnswerRing = (ring: Ring) => Promise<boolean>;

interface Lane {
  readonly waiting: Map<string, Waiting>;
  running: number;
  /** How many may run at a time, for now. */
  room: number;
}

/**
 * Shares a worker's slots for one job between accounts, which take turns. An account begins with `atFirst` of them, gets one more for each
 * quick answer while others of it wait, keeps them, and begins again after a slow answer: accounts whose providers hang leave the others
 * theirs. A job that another worker has done says nothing of its provider, and changes nothing. A ring waits once, however often it is rung.
 */
export function openAccountLanes(
  { slots, perAccount, atFirst }: SlotShares,
  answer: AnswerRing,
): AccountLanes {
  const lanes = new Map<string, Lane>();
  /** Those that may have something to begin, in the order of their turns. */
  const ready = new Set<Lane>();
  const running = new Set<Promise<void>>();
  let waitingInAll = 0;
  let closing = false;

  function laneOf(accountId: string): Lane {
    const known = lanes.get(accountId);
    if (known) return known;
    if (lanes.size >= maxRemembered) forgetIdle();
    const lane = { waiting: new Map(), running: 0, room: atFirst };
    lanes.set(accountId, lane);
    return lane;
  }

  function forgetIdle(): void {
    for (const [accountId, lane] of lanes)
      if (lane.running === 0 && lane.waiting.size === 0) lanes.delete(accountId);
  }

  function beginMore(): void {
    for (const lane of ready) {
      if (running.size >= slots) return;
      ready.delete(lane);
      const next = lane.running >= lane.room ? undefined : takeFirst(lane.waiting);
      if (!next) continue;
      waitingInAll -= 1;
      ready.add(lane); // again, behind the others
      const run = answerOne(lane, next).finally(() => {
        running.delete(run);
        beginMore();
      });
      running.add(run);
    }
  }

  async function answerOne(lane: Lane, { ring, resolve, reject }: Waiting): Promise<void> {
    lane.running += 1;
    const startedAt = performance.now();
    const hadWork = await answer(ring).catch((err: unknown) => {
      reject(err);
      return false;
    });
    resolve();
    lane.running -= 1;
    if (performance.now() - startedAt >= slowMs) lane.room = Math.min(lane.room, atFirst);
    else if (hadWork && lane.waiting.size > 0 && lane.room < perAccount) lane.room += 1;
    ready.add(lane);
  }

  function isFull({ waiting: { size } }: Lane): boolean {
    return size >= maxWaiting || (waitingInAll >= maxWaitingInAll && size >= fewWaiting);
  }

  function accepts({ id, accountId }: Ring): boolean {
    const lane = laneOf(accountId);
    return !closing && !lane.waiting.has(id) && !isFull(lane);
  }

  return {
    accepts,
    answer: (ring) =>
      new Promise((resolve, reject) => {
        const lane = laneOf(ring.accountId);
        const isBehind = lane.running + lane.waiting.size >= lane.room;
        const isWelcome = accepts(ring);
        if (isBehind || !isWelcome) resolve();
        if (!isWelcome) return;
        lane.waiting.set(ring.id, { ring, resolve, reject });
        waitingInAll += 1;
        ready.add(lane);
        beginMore();
      }),
    waiting: () => [...lanes.values()].flatMap(({ waiting }) => [...waiting.keys()]),
    supplied: () =>
      [...lanes]
        .filter(([, lane]) => isFull(lane) || lane.waiting.size >= enoughWaiting)
        .map(([accountId]) => accountId),
    async close() {
      closing = true;
      for (const { waiting } of lanes.values()) {
        for (const { resolve } of waiting.values()) resolve();
        waiting.clear();
      }
      await Promise.all(running);
    },
  };
}

function takeFirst(waiting: Map<string, Waiting>): Waiting | undefined {
  const [first] = waiting.values();
  if (first) waiting.delete(first.ring.id);
  return first;
}
