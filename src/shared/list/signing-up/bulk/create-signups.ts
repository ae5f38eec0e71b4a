import { setImmediate } from 'node:timers/promises';
import type { Caller } from '../../../account/api-keys/caller.ts';
import { type ErrorCode, notFound, unavailable } from '../../../platform/errors.ts';
import { isIdOf, newIdOf } from '../../../platform/ids.ts';
import type { Sql } from '../../../platform/postgres/connection.ts';
import type { Turns } from '../../../platform/queue/turns.ts';
import { toEmailKey } from '../../../platform/schema/email-address.ts';
import { describeFirstIssue } from '../../../platform/schema/issue.ts';
import { findUnstorable, unstorableText } from '../../../platform/schema/storable.ts';
import type { Context } from '../../context.ts';
import { listFieldKeys } from '../../fields/queries.ts';
import { toFieldValues } from '../../signups/field-values.ts';
import type { SignupOutcome, SignupRequest } from '../../signups/queries.ts';
import { SignupInput } from '../../signups/schema.ts';
import type { SignupBatcher } from '../../signups/signup-batcher.ts';
import { isStored, targetOf, toRefusal, toSignupRequest } from '../../signups/signup-request.ts';
import { findWaitlist } from '../../waitlists/queries.ts';
import type { BulkEntry, BulkInput, BulkResult } from './schema.ts';

/**
 * How many entries of a bulk enter the signup batcher at a time: a quarter of a batch. The rest of a batch is
 * for single signups.
 */
const partSize = 50;
/** A message can hold a key that the caller has chosen. */
const maxMessageLength = 300;

interface Options {
  /**
   * Ids of new signups are made of it. An address that is on the list with such an id was added by an earlier
   * attempt at the same request, so it counts as created.
   */
  readonly origin: string;
  /** Whether the caller has got an answer, such as that the request took too long. */
  readonly isAnswered: () => boolean;
}

/** An entry with its place in the request. */
interface Candidate {
  readonly index: number;
  readonly input: SignupInput;
  readonly emailKey: string;
}

const isCandidate = (entry: Candidate | BulkEntry): entry is Candidate => 'input' in entry;

/**
 * Adds many signups (N1), each as `createSignup` would, in their order. A refused entry does not refuse the
 * others. Without `notify` nobody gets an email and no event is published.
 * @throws AppError not_found; internal_error 503 if the request is answered meanwhile. What was stored until
 * then stays stored.
 */
export async function createSignups(
  ctx: { config: Context['config']; sql: Sql; signups: SignupBatcher; bulkTurns: Turns },
  caller: Caller,
  waitlistId: string,
  { signups, notify }: BulkInput,
  { origin, isAnswered }: Options,
): Promise<BulkResult> {
  const { accountId } = caller;
  (await findWaitlist(ctx.sql, accountId, waitlistId)) ?? notFound('waitlist');
  const target = targetOf(ctx.config, caller, waitlistId);
  const list = { ...target, mailed: target.mailed && notify, notified: target.notified && notify };
  let keys: Promise<readonly string[]> | undefined;
  const listKeys = () => {
    keys ??= listFieldKeys(ctx.sql, accountId, waitlistId);
    return keys;
  };
  /** The addresses that are on the list now. */
  const known = new Map<string, BulkEntry>();

  function toEntry({ index, input, emailKey }: Candidate, stored: SignupOutcome): BulkEntry {
    if (!isStored(stored)) return rejected(index, toRefusal(stored, input));
    const { id, position, referral_code } = stored;
    known.set(emailKey, { index, status: 'existing', id, position, referral_code });
    const isNew = stored.outcome === 'created' || isIdOf(id, origin);
    return { index, status: isNew ? 'created' : 'existing', id, position, referral_code };
  }

  /** In their order, so that positions follow it. */
  const store = (requests: readonly SignupRequest[]): Promise<SignupOutcome[]> =>
    requests.length === 0
      ? Promise.resolve([])
      : ctx.bulkTurns.run(accountId, () => Promise.all(requests.map((each) => ctx.signups.add(each))));

  const data: BulkEntry[] = [];
  while (data.length < signups.length) {
    await setImmediate(); // other requests are served between the parts
    if (isAnswered()) throw unavailable(new Error('The bulk took too long'));
    const part = nextPart(signups, data.length, known);
    const requests = await Promise.all(
      part.filter(isCandidate).map(async ({ index, input }) => {
        const fields = await toFieldValues(input.fields ?? {}, listKeys);
        return toSignupRequest(list, newIdOf(origin, index), input, fields);
      }),
    );
    const outcomes = (await store(requests)).values();
    for (const entry of part)
      data.push(isCandidate(entry) ? toEntry(entry, outcomes.next().value as SignupOutcome) : entry);
  }
  const count = (status: BulkEntry['status']) => data.filter((entry) => entry.status === status).length;
  return { data, created: count('created'), existing: count('existing'), rejected: count('rejected') };
}

/**
 * The next entries, which can be stored at once: it ends before an address that is in it already. Entries
 * that need no storing have their result.
 */
function nextPart(
  signups: readonly unknown[],
  from: number,
  known: ReadonlyMap<string, BulkEntry>,
): (Candidate | BulkEntry)[] {
  const part: (Candidate | BulkEntry)[] = [];
  const addresses = new Set<string>();
  for (let index = from; index < Math.min(from + partSize, signups.length); index++) {
    const candidate = read(signups[index], index);
    if (!isCandidate(candidate)) {
      part.push(candidate);
      continue;
    }
    const { emailKey } = candidate;
    if (addresses.has(emailKey)) break;
    const existing = known.get(emailKey);
    if (!existing) addresses.add(emailKey);
    part.push(existing ? { ...existing, index } : candidate);
  }
  return part;
}

function read(entry: unknown, index: number): Candidate | BulkEntry {
  const path = findUnstorable(entry, 'signup');
  if (path !== undefined) return refused(index, `${path}: ${unstorableText}`);
  const { data: input, error } = SignupInput.safeParse(entry);
  if (error) return refused(index, describeFirstIssue(error));
  return { index, input, emailKey: toEmailKey(input.email) ?? '' };
}

const refused = (index: number, message: string) => rejected(index, { code: 'invalid_request', message });

function rejected(index: number, { code, message }: { code: ErrorCode; message: string }): BulkEntry {
  return {
    index,
    status: 'rejected',
    error: { code, message: message.slice(0, maxMessageLength).toWellFormed() },
  };
}
