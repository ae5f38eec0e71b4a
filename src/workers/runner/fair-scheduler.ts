import type { JobNotification } from '../../shared/platform/queue/jobs.ts';

/** Jobs of one account that wait here. What comes beyond it is dropped: the sweep finds it. */
const maxWaiting = 5_000;

/** Jobs of all accounts that wait here: some 25 MB. Beyond it an account has `fewWaiting` at most. */
const maxWaitingInAll = 50_000;
const fewWaiting = 20;

/** An account with so many waiting has enough to do until the next sweep, and more. */
const enoughWaiting = 2_500;

/** An account whose jobs take longer would keep many others waiting. */
const slowMs = 5_000;

/**
 * For so long after another job began or ended, few late ones run: the others have the worker to themselves.
 */
const quietMs = 200;
/** So few: a part of all, and at least one. */
const partOfLate = 25;

/** Accounts; beyond it those that have nothing to do are forgotten, and begin again. */
const maxRemembered = 1_000;

export interface FairScheduler {
  /**
   * Resolves when the job has run, or waits behind others of its account; rejects where running it fails
   * before that.
   */
  run(notification: JobNotification): Promise<void>;
  /** Whether a notification would be kept: it does not wait here already, and there is room for it. */
  accepts(notification: JobNotification): boolean;
  /** Ids of the jobs that wait for their turn. */
  waiting(): string[];
  /** Accounts that need no more jobs for now: enough of theirs wait here. */
  supplied(): string[];
  /**
   * Starts nothing more, and forgets what waits: the outbox has it. Resolves when what was started is done.
   */
  close(): Promise<void>;
}

/** How many jobs of one kind a worker runs at a time. */
export interface ConcurrencyLimits {
  readonly total: number;
  /** The most of one account. */
  readonly perAccount: number;
  /** What an account has before its jobs are known to be quick. */
  readonly atFirst: number;
}

interface Waiting {
  readonly notification: JobNotification;
  readonly resolve: () => void;
  readonly reject: (err: unknown) => void;
}

/** Runs a job. @returns whether there was anything to do: another worker may have been quicker */
export type RunJob = (notification: JobNotification) => Promise<boolean>;

interface AccountQueue {
  readonly waiting: Map<string, Waiting>;
  /** Those that are started only while no other waits. */
  readonly late: Map<string, Waiting>;
  running: number;
  /** How many may run at a time, for now. */
  concurrency: number;
}

/**
 * Shares a worker's concurrency for one job between accounts, which take turns. An account begins with
 * `atFirst`, gets one more for each quick job while others of it wait, keeps that, and begins again after a
 * slow one: accounts whose providers hang leave the others their part. A job that another worker has done
 * shows nothing of its provider, and changes nothing. A job waits once, however often it is notified. Late
 * jobs of an account wait behind all its others, and few of them run while others of any account come and go.
 */
export function openFairScheduler(
  { total, perAccount, atFirst }: ConcurrencyLimits,
  runJob: RunJob,
): FairScheduler {
  const accounts = new Map<string, AccountQueue>();
  /** Those that may have something to start, in the order of their turns. */
  const ready = new Set<AccountQueue>();
  const running = new Set<Promise<void>>();
  const fewLate = Math.max(1, Math.floor(total / partOfLate));
  let runningLate = 0;
  let lastOtherAt = Number.NEGATIVE_INFINITY;
  /** Those whose late jobs wait until the others are through. */
  const heldBack = new Set<AccountQueue>();
  let timer: NodeJS.Timeout | undefined;
  let waitingInAll = 0;
  let closing = false;

  function queueOf(accountId: string): AccountQueue {
    const known = accounts.get(accountId);
    if (known) return known;
    if (accounts.size >= maxRemembered) forgetIdle();
    const account = { waiting: new Map(), late: new Map(), running: 0, concurrency: atFirst };
    accounts.set(accountId, account);
    return account;
  }

  function forgetIdle(): void {
    for (const [accountId, account] of accounts)
      if (account.running === 0 && countWaiting(account) === 0) accounts.delete(accountId);
  }

  function startMore(): void {
    for (const account of ready) {
      if (running.size >= total) return;
      ready.delete(account);
      if (account.running >= account.concurrency) continue;
      const isHeldBack = account.waiting.size === 0 && account.late.size > 0 && !mayStartLate();
      const next = isHeldBack ? undefined : takeFirst(account);
      if (isHeldBack) holdBack(account);
      if (!next) continue;
      waitingInAll -= 1;
      ready.add(account); // again, behind the others
      const run = runOne(account, next).finally(() => {
        running.delete(run);
        startHeldBack();
      });
      running.add(run);
    }
  }

  const mayStartLate = () => runningLate < fewLate || performance.now() - lastOtherAt >= quietMs;

  /** Looks at its late jobs again once one of them has ended, or the others are through. */
  function holdBack(account: AccountQueue): void {
    heldBack.add(account);
    timer ??= setTimeout(() => {
      timer = undefined;
      startHeldBack();
    }, quietMs).unref();
  }

  function startHeldBack(): void {
    for (const account of heldBack) ready.add(account);
    heldBack.clear();
    startMore();
  }

  async function runOne(account: AccountQueue, { notification, resolve, reject }: Waiting): Promise<void> {
    account.running += 1;
    const isLate = notification.isLate === true;
    const startedAt = performance.now();
    if (isLate) runningLate += 1;
    else lastOtherAt = startedAt;
    const hadWork = await runJob(notification).catch((err: unknown) => {
      reject(err);
      return false;
    });
    resolve();
    account.running -= 1;
    if (isLate) runningLate -= 1;
    else lastOtherAt = performance.now();
    if (performance.now() - startedAt >= slowMs) account.concurrency = Math.min(account.concurrency, atFirst);
    else if (hadWork && countWaiting(account) > 0 && account.concurrency < perAccount)
      account.concurrency += 1;
    ready.add(account);
  }

  function isFull(account: AccountQueue): boolean {
    const size = countWaiting(account);
    return size >= maxWaiting || (waitingInAll >= maxWaitingInAll && size >= fewWaiting);
  }

  function accepts({ id, accountId }: JobNotification): boolean {
    const account = queueOf(accountId);
    return !closing && !account.waiting.has(id) && !account.late.has(id) && !isFull(account);
  }

  return {
    accepts,
    run: (notification) =>
      new Promise((resolve, reject) => {
        const account = queueOf(notification.accountId);
        const isBehind =
          notification.isLate || account.running + countWaiting(account) >= account.concurrency;
        const isAccepted = accepts(notification);
        if (isBehind || !isAccepted) resolve();
        if (!isAccepted) return;
        const queue = notification.isLate ? account.late : account.waiting;
        queue.set(notification.id, { notification, resolve, reject });
        waitingInAll += 1;
        ready.add(account);
        startMore();
      }),
    waiting: () => [...accounts.values()].flatMap(({ waiting, late }) => [...waiting.keys(), ...late.keys()]),
    supplied: () =>
      [...accounts]
        .filter(([, account]) => isFull(account) || countWaiting(account) >= enoughWaiting)
        .map(([accountId]) => accountId),
    async close() {
      closing = true;
      clearTimeout(timer);
      for (const account of accounts.values()) {
        for (const queue of [account.waiting, account.late]) {
          for (const { resolve } of queue.values()) resolve();
          queue.clear();
        }
      }
      await Promise.all(running);
    },
  };
}

const countWaiting = ({ waiting, late }: AccountQueue) => waiting.size + late.size;

/** The next one in turn. */
function takeFirst({ waiting, late }: AccountQueue): Waiting | undefined {
  const queue = waiting.size > 0 ? waiting : late;
  const [first] = queue.values();
  if (first) queue.delete(first.notification.id);
  return first;
}
