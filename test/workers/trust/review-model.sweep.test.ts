import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmailStatus, rankOf } from '../../../src/shared/list/mail-state/status.ts';
import { storeEmailEvents } from '../../../src/shared/mail/mail-events/event-queries.ts';
import { newId, platformAccountId } from '../../../src/shared/platform/ids.ts';
import { statement } from '../../../src/shared/platform/postgres/transaction.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { type JudgingList, judgeReferrals, makeJudgingList } from '../../support/referrals/judging.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { triesAll } from '../../support/values/tries-all.ts';

const burst = 1;

/** What happens to a list. `at` chooses a signup; beyond the last one it counts from the first again. */
type Step =
  | { readonly do: 'refer'; readonly kind: 'real' | 'disposable' | 'alias' }
  | { readonly do: 'approve' | 'reject' | 'remove'; readonly at: number }
  | { readonly do: 'report'; readonly at: number; readonly status: 'delivered' | 'bounced' | 'complained' }
  | { readonly do: 'bulk'; readonly action: 'approve' | 'reject'; readonly reason: Reason }
  | { readonly do: 'wait' };

const reasons = ['disposable_domain', 'alias', 'velocity', 'bounced', 'complained'] as const;
type Reason = (typeof reasons)[number];

const at = fc.nat(7);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('refer' as const),
      kind: fc.constantFrom('real', 'real', 'disposable', 'alias'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('approve', 'reject', 'remove'), at }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      at,
      status: fc.constantFrom('delivered', 'bounced', 'complained'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('bulk' as const),
      action: fc.constantFrom('approve', 'reject'),
      reason: fc.constantFrom(...reasons),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
);

/** A referral as docs/trust.md says it is. */
interface Claim {
  readonly id: string;
  readonly fold: string;
  reasons: Set<Reason>;
  state: 'open' | 'approved' | 'rejected';
  credited: boolean;
  decidedBy: 'person' | 'service' | null;
  isDelivered: boolean;
  settles: boolean;
}

const isWithheld = ({ reasons }: Claim) => reasons.size > 0;
const needsPerson = ({ reasons }: Claim) => [...reasons].some((reason) => reason !== 'velocity');

/** What a list shows after each step. */
class ReviewModel {
  readonly claims: Claim[] = [];
  private paced = 0;

  refer(id: string, fold: string, isDisposable: boolean): void {
    const found = new Set<Reason>();
    if (isDisposable) found.add('disposable_domain');
    if (this.claims.some((claim) => claim.fold === fold)) found.add('alias');
    if (found.size === 0 && this.paced === burst) found.add('velocity');
    else if (found.size === 0) this.paced += 1;
    const isOk = found.size === 0;
    this.claims.push({
      id,
      fold,
      reasons: found,
      state: 'open',
      credited: isOk,
      decidedBy: null,
      isDelivered: false,
      settles: found.has('velocity'),
    });
  }

  decide(claim: Claim, action: 'approve' | 'reject'): void {
    claim.state = action === 'approve' ? 'approved' : 'rejected';
    claim.credited = action === 'approve';
    claim.decidedBy = 'person';
    claim.settles = false;
  }

  bulk(action: 'approve' | 'reject', reason: Reason): number {
    const open = this.claims.filter(({ state, reasons }) => state === 'open' && reasons.has(reason));
    for (const claim of open) this.decide(claim, action);
    return open.length;
  }

  report(claim: Claim, status: 'delivered' | 'bounced' | 'complained'): void {
    if (status === 'delivered') claim.isDelivered = true;
    // The highest status of a mail stays.
    else if (!claim.reasons.has('complained')) claim.reasons.add(status);
    if (claim.decidedBy === 'person' || !needsPerson(claim)) return;
    Object.assign(claim, { credited: false, state: 'open', decidedBy: null, settles: false });
  }

  /** As long as the settings let a fast referral wait. */
  wait(): void {
    for (const claim of this.claims)
      if (claim.settles && claim.isDelivered)
        Object.assign(claim, { credited: true, state: 'approved', decidedBy: 'service', settles: false });
  }

  remove(claim: Claim): void {
    this.claims.splice(this.claims.indexOf(claim), 1);
  }

  get shown() {
    const reviews = this.claims
      .filter((claim) => isWithheld(claim) || claim.state !== 'open')
      .map(({ id, reasons: codes, state }) => [id, reasons.filter((code) => codes.has(code)).join(), state]);
    return {
      credits: this.claims.filter(({ credited }) => credited).length,
      referred: this.claims
        .filter(({ credited }) => credited)
        .map(({ id }) => id)
        .sort(),
      reviews: reviews.sort(),
      code: {
        claims: this.claims.length,
        credited: this.claims.filter(({ credited }) => credited).length,
        withheld: this.claims.filter((claim) => isWithheld(claim) && claim.state !== 'approved').length,
        bounced: this.claims.filter(({ reasons }) => reasons.has('bounced')).length,
      },
    };
  }
}

describe('the review of referrals (N4)', () => {
  const service = useService();
  let sink: MailSink;
  let worker: TestWorker;
  beforeAll(async () => {
    sink = await startMailSink();
    worker = openTestWorker(service, { MANAGED_EMAIL_URL: sink.url });
  });
  afterAll(async () => {
    await worker.close();
    await sink.close();
  });

  async function report(id: string, status: EmailStatus): Promise<void> {
    await worker.sendAll();
    await statement(service.sql, (tx) =>
      storeEmailEvents(tx, { account_id: platformAccountId, provider: 'smtp' }, [
        {
          ...{ id: newId(), event_id: newId(), nonce: null, status_rank: rankOf(status) },
          ...{ occurred_at: new Date().toISOString(), provider_message_id: null, signup_id: id },
        },
      ]),
    );
    await worker.applyEvents();
    await judgeReferrals(worker);
  }

  /** Settling is looked for now, not after hours. */
  async function wait({ id }: JudgingList): Promise<void> {
    await service.sql`UPDATE referral_claims SET settles_at = clock_timestamp() - interval '1 s' WHERE waitlist_id = ${id} AND settles_at IS NOT NULL`;
    await judgeReferrals(worker);
  }

  async function shown(list: JudgingList): Promise<ReviewModel['shown']> {
    const get = async (path: string) =>
      (await service.call('GET', `${list.url}${path}`, list.account.key)).json();
    const { data } = await get('/reviews?limit=200');
    const [code] = (await get('/reviews/referrers')).data;
    const referred = (await get(`/signups?referred_by=${list.referrer.id}&limit=200`)).data;
    const { claims, credited, withheld, bounced } = code ?? {
      claims: 0,
      credited: 0,
      withheld: 0,
      bounced: 0,
    };
    return {
      credits: await list.credits(),
      referred: referred.map(({ id }: { id: string }) => id).sort(),
      reviews: data
        .map(
          ({
            signup_id,
            reasons: found,
            state,
          }: {
            signup_id: string;
            reasons: { code: string }[];
            state: string;
          }) => [signup_id, found.map(({ code: each }) => each).join(), state],
        )
        .sort(),
      code: { claims, credited, withheld, bounced },
    };
  }

  async function run(list: JudgingList, model: ReviewModel, number: number, next: Step): Promise<void> {
    if (next.do === 'refer') {
      const fold =
        next.kind === 'alias'
          ? 'farmer@farm.example'
          : `${number}@${next.kind === 'disposable' ? 'mailinator.com' : `real${number}.example`}`;
      const email = next.kind === 'alias' ? fold.replace('@', `+${number}@`) : fold;
      model.refer(await list.refer(email), fold, next.kind === 'disposable');
      return;
    }
    if (next.do === 'wait') {
      await wait(list);
      return model.wait();
    }
    if (next.do === 'bulk') {
      const payload = { action: next.action, filter: { reason: next.reason } };
      const answer = await service.call('POST', `${list.url}/reviews/bulk`, list.account.key, { payload });
      const count = model.bulk(next.action, next.reason);
      expect(answer.json()).toEqual({ matched: count, changed: count });
      return;
    }
    const claim = model.claims[next.at % Math.max(1, model.claims.length)];
    if (!claim) return;
    if (next.do === 'report') {
      await report(claim.id, next.status);
      model.report(claim, next.status);
    } else if (next.do === 'remove') {
      expect((await list.remove(claim.id)).statusCode).toBe(204);
      model.remove(claim);
    } else {
      const answer = await service.call(
        'POST',
        `${list.url}/reviews/${claim.id}/${next.do}`,
        list.account.key,
      );
      expect(answer.statusCode).toBe(200);
      model.decide(claim, next.do);
    }
  }

  test('shows and credits after any steps what the model does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
        const settings = {
          velocity: { per_hour: 1, burst },
          reasons: { tainted_code: 'ignore', no_mx: 'ignore', domain_cluster: 'ignore' },
        };
        // A bounce suppresses the address on all lists.
        const account = await service.account({ plan: 'scale', requestsPerMinute: 1_000_000 });
        const list = await makeJudgingList(service, account, settings);
        const model = new ReviewModel();
        for (const [number, next] of steps.entries()) {
          await run(list, model, number, next);
          expect(await shown(list), `after ${JSON.stringify(next)}`).toEqual(model.shown);
        }
        expect(await findBrokenInvariants(service.sql)).toEqual([]);
      }),
      { numRuns: triesAll ? 25 : 10 },
    );
  });
});
