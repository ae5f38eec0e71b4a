import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendToMembers } from '../../../src/shared/capabilities/announcements/sending/send-announcement.ts';
import { rankOf } from '../../../src/shared/list/mail-state/status.ts';
import { finishEmails } from '../../../src/shared/mail/sending/outcome-queries.ts';
import { type StartedEmail, startEmails } from '../../../src/shared/mail/sending/start-emails.ts';
import { unsubscribe } from '../../../src/shared/mail/suppressions/unsubscribe.ts';
import { transaction } from '../../../src/shared/platform/postgres/transaction.ts';
import { type AnnouncingList, makeAnnouncingList } from '../../support/announcements/announcing.ts';
import { claimByIds } from '../../support/keys.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { triesAll } from '../../support/values/tries-all.ts';

const people = 9;

/** What happens to an announcement. `at` chooses a person, `mails` how many mails a worker takes. */
type Step =
  | { readonly do: 'launch' | 'pause' | 'resume' | 'turn' | 'lostTurn' | 'provider' | 'cancel' }
  | { readonly do: 'remove' | 'unsubscribe'; readonly at: number }
  | { readonly do: 'mail' | 'lostMail'; readonly mails: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom('turn', 'turn', 'lostTurn', 'launch') }) },
  {
    weight: 9,
    arbitrary: fc.record({ do: fc.constantFrom('pause', 'pause', 'resume', 'resume', 'resume', 'provider') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('remove', 'unsubscribe'), at: fc.nat(people - 1) }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constantFrom('mail', 'lostMail'),
      mails: fc.integer({ min: 1, max: 4 }),
    }),
  },
);

const service = useService();
let worker: TestWorker;
beforeAll(() => {
  worker = openTestWorker(service);
});
afterAll(() => worker.close());

/** An announcement, the mails that a provider was handed, and those who left. */
class World {
  readonly handed = new Map<string, number>();
  readonly left = new Set<string>();
  /** Those who left before a mail was handed over. */
  readonly without = new Set<string>();
  readonly list: AnnouncingList;
  readonly ids: readonly string[];
  readonly id: string;

  constructor(list: AnnouncingList, ids: readonly string[], id: string) {
    this.list = list;
    this.ids = ids;
    this.id = id;
  }

  /**
   * Does what a worker does that has the job; one that is lost never says so, and another one takes it over.
   */
  async turn(isLost: boolean): Promise<void> {
    await service.sql`
      UPDATE outbox SET due_at = clock_timestamp(), crash_count = 0 WHERE job = 'send-announcement' AND id = ${this.id}`;
    const job = (await claimByIds(service.sql, 'send-announcement', [this.id])).get(this.id);
    if (!job) return;
    await sendToMembers(worker.ctx, job, async () => () => {});
    if (!isLost) await service.sql`UPDATE outbox SET due_at = clock_timestamp() WHERE id = ${this.id}`;
  }

  /** Hands over mails, as a worker; one that is lost records nothing of it. */
  async mail(count: number, isLost: boolean): Promise<number> {
    const due = await service.sql<{ id: string }[]>`
      UPDATE outbox SET due_at = clock_timestamp(), crash_count = 0 WHERE ctid = ANY (ARRAY(
        SELECT o.ctid FROM outbox o JOIN announcement_members m ON m.id = o.id AND m.announcement_id = ${this.id} ORDER BY o.id LIMIT ${count}))
      RETURNING id`;
    const jobs = [
      ...(
        await claimByIds(
          service.sql,
          'send-signup-email',
          due.map(({ id }) => id),
        )
      ).values(),
    ];
    const started = [...(await startEmails(worker.ctx, jobs)).values()];
    for (const { stoppedBy, isAmbiguous, isRepeated, signupId } of started)
      if (stoppedBy === null && !isAmbiguous && !isRepeated)
        this.handed.set(signupId, (this.handed.get(signupId) ?? 0) + 1);
    if (!isLost) await transaction(service.sql, (tx) => finishEmails(tx, started.map(toOutcome)));
    return jobs.length;
  }

  async leave(index: number, how: 'remove' | 'unsubscribe'): Promise<void> {
    const id = this.ids[index] ?? '';
    if (this.left.has(id)) return;
    this.left.add(id);
    if (how === 'remove') await this.list.remove(id);
    else
      await unsubscribe(service.ctx, {
        accountId: this.list.account.accountId,
        id,
        epoch: 0,
        generation: 0,
      });
    // One that is with a provider may arrive.
    if (!this.handed.has(id)) this.without.add(id);
  }

  async do(next: Step): Promise<void> {
    switch (next.do) {
      case 'launch':
        await Promise.all(
          [1, 2].map(() =>
            this.list.call('POST', `/announcements/${this.id}/launch`, { expected_count: people }),
          ),
        );
        return;
      case 'provider': // nothing is known of what was handed to the one before
        await service.sql`UPDATE mails SET provider_version = gen_random_uuid() WHERE state = 'sending'`;
        return;
      case 'turn':
      case 'lostTurn':
        return this.turn(next.do === 'lostTurn');
      case 'mail':
      case 'lostMail':
        await this.mail(next.mails, next.do === 'lostMail');
        return;
      case 'remove':
      case 'unsubscribe':
        return this.leave(next.at, next.do);
      default:
        await this.list.call('POST', `/announcements/${this.id}/${next.do}`);
    }
  }
}

const toOutcome = ({
  accountId,
  message,
  leaseToken,
  stoppedBy,
  isAmbiguous,
  kind,
  signupId,
}: StartedEmail) => {
  const state = stoppedBy === null ? ('sent' as const) : ('suppressed' as const);
  return {
    ...{ account_id: accountId, id: message.emailId, lease_token: leaseToken, state, kind },
    ...{ signup_id: signupId, status_rank: rankOf(state), ambiguous: isAmbiguous },
    ...{ message_id: message.messageId, provider_message_id: null, error: null },
  };
};

test('whatever happens, nobody gets two, who left before gets none, everybody else gets one, and the figures add up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const list = await makeAnnouncingList(service, await service.account(), worker);
      await list.fill(people);
      const rows = await service.sql<{ id: string }[]>`
        SELECT id FROM signups WHERE waitlist_id = ${list.id} ORDER BY position`;
      const { id } = await list.draft();
      const world = new World(
        list,
        rows.map((row) => row.id),
        id,
      );
      await world.do({ do: 'launch' });
      for (const next of steps) await world.do(next);
      const isCancelled = (await list.read(id)).state === 'cancelled';
      for (let turn = 0; turn < 50 && (await list.read(id)).state !== 'sent'; turn++) {
        await world.do({ do: 'resume' });
        await world.turn(false);
        if ((await world.mail(people, false)) === 0 && isCancelled) break;
      }
      const report = await list.read(id);
      expect(report).toMatchObject({
        state: isCancelled ? 'cancelled' : 'sent',
        waiting: 0,
        held: 0,
        failed: 0,
      });
      const { left_out, sent, selected } = report;
      const sum = sent + left_out.removed + left_out.unsubscribed + left_out.suppressed + left_out.cancelled;
      expect([sum, selected]).toEqual([people, people]);
      expect([...world.handed.values()].filter((count) => count !== 1)).toEqual([]);
      expect([...world.without].filter((each) => world.handed.has(each))).toEqual([]);
      const missing = world.ids.filter((each) => !world.handed.has(each) && !world.left.has(each));
      if (!isCancelled) expect(missing).toEqual([]);
      expect(await findBrokenInvariants(service.sql)).toEqual([]);
    }),
    { numRuns: triesAll ? 100 : 12 },
  );
});
