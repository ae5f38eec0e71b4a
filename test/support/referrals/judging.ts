import { settleReferrals } from '../../../src/shared/capabilities/trust/maintenance.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import { listOf, type TestList } from '../list.ts';
import type { TestAccount } from '../service/make.ts';
import type { Service } from '../service/service.ts';
import type { TestWorker } from '../service/worker.ts';

/** A claim as it is stored. */
interface StoredClaim {
  readonly verdict: string;
  readonly state: string;
  readonly reasons: string[];
  readonly credited: boolean;
  readonly email_held: boolean;
  readonly settles_at: string | null;
}

/** A waitlist that judges referrals, with somebody whose code others pass. */
export interface JudgingList extends TestList {
  readonly referrer: { readonly id: string; readonly code: string };
  /** Signs up with the code of the referrer. @returns the id */
  refer(email: string, more?: Record<string, unknown>): Promise<string>;
  /** Changes the group `abuse` of the settings. @throws Error if it is refused */
  set(abuse: Record<string, unknown>): Promise<void>;
  claim(signupId: string): Promise<StoredClaim>;
  /** The referrer's count. */
  credits(): Promise<number>;
}

/** Creates a waitlist with the mode `enforce`, and a referrer on it at a domain of its own. */
export async function makeJudgingList(
  service: Service,
  account: TestAccount,
  abuse: Record<string, unknown> = {},
): Promise<JudgingList> {
  const list = listOf(service, account, await service.waitlist(account, { name: `Judging ${newId()}` }));
  const set = async (change: Record<string, unknown>) => {
    const answer = await service.call('PATCH', `${list.url}/settings`, account.key, {
      payload: { abuse: change },
    });
    if (answer.statusCode !== 200) throw new Error(answer.body);
  };
  await set({ mode: 'enforce', ...abuse });
  const { id, referral_code: code } = await list.add({ email: 'referrer@owner.example' });
  return {
    ...list,
    referrer: { id, code },
    set,
    refer: async (email, more = {}) => (await list.add({ email, referral_code: code, ...more })).id,
    async claim(signupId) {
      const [row] = await service.sql<StoredClaim[]>`
        SELECT verdict, state, reasons, credited, email_held, settles_at FROM referral_claims WHERE signup_id = ${signupId}`;
      if (!row) throw new Error('There is no claim');
      return row;
    },
    async credits() {
      const [row] = await service.sql`SELECT referral_count FROM signups WHERE id = ${id}`;
      return row?.referral_count;
    },
  };
}

/** Judges all referrals again that are due for it. */
export async function judgeReferrals(worker: TestWorker): Promise<void> {
  await settleReferrals(worker.ctx);
  await worker.runAll('judge-referral');
}
