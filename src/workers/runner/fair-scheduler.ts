import type { JobNotification } from '../../shared/queue/jobs.ts';

/** Jobs of one account that wait here. What comes beyond it is dropped: the sweep finds it. */
const maxWaiting = 5_000;

/** Jobs of all accounts that wait here: some 25 MB. Beyond it an account has `fewWaiting` at most. */
const maxWaitingInAll = 50_000;
const fewWaiting = 20;

/** An account with so many waiting has enough to do until the next sweep, and more. */
const enoughWaiting = 1_000;

/** Whoever takes longer to answer keeps a slot from many others. */
const slowMs = 5_000;

/** Accounts; beyond it those that have nothing to do are forgotten, and begin again. */
const maxRemembered = 1_000;

export interface FairScheduler {
  /** Resolves when the notification is answered, or waits behind others of its account; rejects where answering it fails before that. */
  run(notification: JobNotification): Promise<void>;
  /** Whether a notification would be kept: it does not wait here already, and there is room for it. */
  accepts(notification: JobNotification): boolean;
  /** Ids of the jobs whose notifications wait, for a slot or behind others of their account. */
  waiting(): string[];
  /** Accounts that need no more jobs for now: enough of theirs wait here. */
  supplied(): string[];
  /** Begins nothing more, and forgets what waits: the outbox has it. Resolves when what was begun is done. */
  close(): Promise<void>;
}

/** How a worker's slots for one job are shared. */
export interface ConcurrencyLimits {
  readonly total: number;
  /** The most that one account has. */
  readonly perAccount: number;
  /** What an account has before it is known to be answered quickly. */
  readonly atFirst: number;
}

interface Waiting {
  readonly notification: JobNotification;
  readonly resolve: () => void;
  readonly reject: (err: unknown) => void;
}

/** Does a job. @returns whether there was anything to do: another worker may have been quicker */
export type RunJob = (notification: JobNotification) => Promise<boolean>;

interface AccountQueue {
  readonly waiting: Map<string, Waiting>;
  running: number;
  /** How many may run at a time, for now. */
  concurrency: number;
}

/**
 * Shares a worker's slots for one job between accounts, which take turns. An account begins with `atFirst` of them, gets one more for each
 * quick answer while others of it wait, keeps them, and begins again after a slow answer: accounts whose providers hang leave the others
 * theirs. A job that another worker has done says nothing of its provider, and changes nothing. A notification waits once, however often it is notified.
 */
export function openFairScheduler(
  { total: slots, perAccount, atFirst }: ConcurrencyLimits,
  answer: RunJob,
): FairScheduler {
  const accounts = new Map<string, AccountQueue>();
  /** Those that may have something to begin, in the order of their turns. */
  const ready = new Set<AccountQueue>();
  const running = new Set<Promise<void>>();
  let waitingInAll = 0;
  let closing = false;

  function queueOf(accountId: string): AccountQueue {
    const known = accounts.get(accountId);
    if (known) return known;
    if (accounts.size >= maxRemembered) forgetIdle();
    const account = { waiting: new Map(), running: 0, concurrency: atFirst };
    accounts.set(accountId, account);
    return account;
  }

  function forgetIdle(): void {
    for (const [accountId, account] of accounts)
      if (account.running === 0 && account.waiting.size === 0) accounts.delete(accountId);
  }

  function startMore(): void {
    for (const account of ready) {
      if (running.size >= slots) return;
      ready.delete(account);
      const next = account.running >= account.concurrency ? undefined : takeFirst(account.waiting);
      if (!next) continue;
      waitingInAll -= 1;
      ready.add(account); // again, behind the others
      const run = runOne(account, next).finally(() => {
        running.delete(run);
        startMore();
      });
      running.add(run);
    }
  }

  async function runOne(account: AccountQueue, { notification, resolve, reject }: Waiting): Promise<void> {
    account.running += 1;
    const startedAt = performance.now();
    const hadWork = await answer(notification).catch((err: unknown) => {
      reject(err);
      return false;
    });
    resolve();
    account.running -= 1;
    if (performance.now() - startedAt >= slowMs) account.concurrency = Math.min(account.concurrency, atFirst);
    else if (hadWork && account.waiting.size > 0 && account.concurrency < perAccount)
      account.concurrency += 1;
    ready.add(account);
  }

  function isFull({ waiting: { size } }: AccountQueue): boolean {
    return size >= maxWaiting || (waitingInAll >= maxWaitingInAll && size >= fewWaiting);
  }

  function accepts({ id, accountId }: JobNotification): boolean {
    const account = queueOf(accountId);
    return !closing && !account.waiting.has(id) && !isFull(account);
  }

  return {
    accepts,
    run: (notification) =>
      new Promise((resolve, reject) => {
        const account = queueOf(notification.accountId);
        const isBehind = account.running + account.waiting.size >= account.concurrency;
        const isWelcome = accepts(notification);
        if (isBehind || !isWelcome) resolve();
        if (!isWelcome) return;
        account.waiting.set(notification.id, { notification, resolve, reject });
        waitingInAll += 1;
        ready.add(account);
        startMore();
      }),
    waiting: () => [...accounts.values()].flatMap(({ waiting }) => [...waiting.keys()]),
    supplied: () =>
      [...accounts]
        .filter(([, account]) => isFull(account) || account.waiting.size >= enoughWaiting)
        .map(([accountId]) => accountId),
    async close() {
      closing = true;
      for (const { waiting } of accounts.values()) {
        for (const { resolve } of waiting.values()) resolve();
        waiting.clear();
      }
      await Promise.all(running);
    },
  };
}

function takeFirst(waiting: Map<string, Waiting>): Waiting | undefined {
  const [first] = waiting.values();
  if (first) waiting.delete(first.notification.id);
  return first;
}
