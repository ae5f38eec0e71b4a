import { nilId } from '../../platform/ids.ts';
import { statement, transaction } from '../../platform/postgres/transaction.ts';
import { filterInSlices } from '../../platform/process/slices.ts';
import type { JobName } from '../../platform/queue/jobs.ts';
import type { Context } from '../context.ts';
import { type IsPerson, personPlace, type Scrubbing } from '../person-part.ts';
import { type ErasureRow, noteAwaited, noteScrubbed } from './erasure-queries.ts';
import { mentions } from './mentions.ts';
import {
  deleteDetails,
  deleteEmptySource,
  deleteKeptRequest,
  dropJobs,
  type EmptySource,
  type KeptRequest,
  listEmptySources,
  listEventsToScrub,
  listFiredEvents,
  listKeptRequests,
  listLogged,
  listPendingDeliveries,
  listUndelivered,
  scrubEvents,
} from './scrub-queries.ts';

const rowsPerPage = 1_000;
const eventsPerPage = 5_000;
/** An answer has up to 2 MB. */
const requestsPerPage = 20;
const deliveryJobs = ['deliver-event', 'deliver-with-retries', 'deliver-again'] as const satisfies JobName[];

/** How what was published is scrubbed. */
interface PublishedScrubbing extends Scrubbing {
  /** Whether connected tools still get the events that tell of the person's removal. */
  readonly isToWait: boolean;
  /**
   * Whether a caller waits for the answer. The time is also up in the middle of what has no place to go on
   * from.
   */
  readonly isInRequest?: boolean;
}

/** How far a pass came. */
export interface Scrubbed {
  /** How many events it has scrubbed. */
  readonly events: number;
  /** False if the time was up before the end. */
  readonly isComplete: boolean;
}

type ScrubContext = Pick<Context, 'sql'>;

/**
 * Scrubs all that is kept of a person, page by page (N3). It can be repeated at any time, and beside itself.
 * Texts are searched here and not while a caller waits: an account may have gigabytes of them. @returns
 * whether it came to the end
 */
export async function scrub(
  ctx: ScrubContext,
  erasure: Pick<ErasureRow, 'scrubbed_seq'>,
  scrubbing: PublishedScrubbing,
): Promise<boolean> {
  await scrubSources(ctx, scrubbing);
  const { isComplete } = await scrubPublished(ctx, erasure, scrubbing);
  if (!isComplete) return false;
  for (const { scrub: scrubPart } of personPlace.parts())
    if (scrubPart && !(await scrubPart(ctx, scrubbing))) return false;
  await scrubRequests(ctx, scrubbing);
  return true;
}

/**
 * Scrubs what was published of a person, page by page. It begins with events that are not in the feed yet:
 * one that a worker moves meanwhile is found there.
 */
export async function scrubPublished(
  ctx: ScrubContext,
  erasure: Pick<ErasureRow, 'scrubbed_seq'>,
  scrubbing: PublishedScrubbing,
): Promise<Scrubbed> {
  const fired = await dropFiredEvents(ctx, scrubbing);
  const feed = await scrubFeed(ctx, scrubbing, erasure.scrubbed_seq);
  const isComplete = fired.isComplete && feed.isComplete && (await scrubDeliveries(ctx, scrubbing));
  return { events: fired.events + feed.events, isComplete };
}

/**
 * Scrubs what deliveries keep of erased events. Errors in the logs hold no addresses anyway. @returns whether
 * it came to the end
 */
export async function scrubDeliveries(ctx: ScrubContext, scrubbing: PublishedScrubbing): Promise<boolean> {
  for (const job of deliveryJobs) if (!(await dropDeliveries(ctx, scrubbing, job))) return false;
  return scrubLog(ctx, scrubbing);
}

/**
 * Whether a pass goes on behind a page of what the next pass begins anew. In a worker it does, or it might
 * never come to the end.
 */
const goesOn = ({ isInRequest = false, isTimeUp }: PublishedScrubbing) => !(isInRequest && isTimeUp());

/**
 * Calls `work` with each page, and goes on behind its last row while it says so. @returns whether it came to
 * the end
 */
async function eachPage<Row, Place>(
  start: Place,
  limit: number,
  read: (after: Place) => Promise<readonly Row[]>,
  placeOf: (row: Row) => Place,
  work: (rows: readonly Row[]) => Promise<boolean>,
): Promise<boolean> {
  for (let after = start; ; ) {
    const rows = await read(after);
    const last = rows.at(-1);
    const isToGoOn = last === undefined || (await work(rows));
    if (last === undefined || rows.length < limit) return true;
    if (!isToGoOn) return false;
    after = placeOf(last);
  }
}

async function dropFiredEvents({ sql }: ScrubContext, scrubbing: PublishedScrubbing): Promise<Scrubbed> {
  const { erasure, isPerson, isToWait } = scrubbing;
  const { accountId } = erasure;
  let events = 0;
  const isComplete = await eachPage(
    nilId,
    rowsPerPage,
    (after) => listFiredEvents(sql, erasure, after, rowsPerPage),
    ({ id }) => id,
    async (rows) => {
      const found = await filterInSlices(rows, isOf(isPerson));
      const awaited = found.filter(({ is_removal }) => isToWait && is_removal).map(({ id }) => id);
      const ids = found.map(({ id }) => id).filter((id) => !awaited.includes(id));
      if (awaited.length > 0) await statement(sql, (tx) => noteAwaited(tx, erasure, awaited));
      if (ids.length > 0)
        events += await statement(sql, (tx) => dropJobs(tx, accountId, 'fan-out-event', ids));
      return goesOn(scrubbing);
    },
  );
  return { events, isComplete };
}

const isOf =
  (isPerson: IsPerson) =>
  ({ email, previous_email: previous }: { email: string | null; previous_email: string | null }) =>
    (email !== null && isPerson(email)) || (previous !== null && isPerson(previous));

async function scrubFeed(
  { sql }: ScrubContext,
  scrubbing: PublishedScrubbing,
  after: number,
): Promise<Scrubbed> {
  const { erasure, isPerson, isToWait, isTimeUp } = scrubbing;
  const { accountId } = erasure;
  let events = 0;
  const isComplete = await eachPage(
    after,
    eventsPerPage,
    (seq) => listEventsToScrub(sql, erasure, seq, eventsPerPage),
    ({ seq }) => seq,
    async (rows) => {
      const found = await filterInSlices(rows, isOf(isPerson));
      // Whoever removed the signup: another erasure, a call, or the end of its retention.
      const removals = isToWait ? found.filter(({ is_removal }) => is_removal).map(({ id }) => id) : [];
      const awaited = await listUndelivered(sql, accountId, removals);
      const seqs = found.filter(({ id }) => !awaited.includes(id)).map(({ seq }) => seq);
      await transaction(sql, async (tx) => {
        if (seqs.length > 0) await scrubEvents(tx, accountId, seqs);
        if (awaited.length > 0) await noteAwaited(tx, erasure, awaited);
        await noteScrubbed(tx, erasure, rows.at(-1)?.seq ?? after);
      });
      events += seqs.length;
      return !isTimeUp();
    },
  );
  return { events, isComplete };
}

function dropDeliveries(
  { sql }: ScrubContext,
  scrubbing: PublishedScrubbing,
  job: JobName,
): Promise<boolean> {
  const { accountId } = scrubbing.erasure;
  return eachPage(
    nilId,
    rowsPerPage,
    (after) => listPendingDeliveries(sql, accountId, job, after, rowsPerPage),
    ({ id }) => id,
    async (rows) => {
      const ids = rows.filter(({ is_erased }) => is_erased).map(({ id }) => id);
      if (ids.length > 0) await statement(sql, (tx) => dropJobs(tx, accountId, job, ids));
      return goesOn(scrubbing);
    },
  );
}

function scrubLog({ sql }: ScrubContext, scrubbing: PublishedScrubbing): Promise<boolean> {
  const { accountId } = scrubbing.erasure;
  return eachPage(
    nilId,
    rowsPerPage,
    (after) => listLogged(sql, accountId, after, rowsPerPage),
    ({ id }) => id,
    async (rows) => {
      const ids = rows.filter(({ is_erased }) => is_erased).map(({ id }) => id);
      if (ids.length > 0) await statement(sql, (tx) => deleteDetails(tx, accountId, ids));
      return goesOn(scrubbing);
    },
  );
}

/**
 * Deletes what counted signups that are gone by a source with the person. Each row by itself: it waits for
 * nothing else.
 */
function scrubSources({ sql }: ScrubContext, scrubbing: PublishedScrubbing): Promise<boolean> {
  const { erasure, isPerson } = scrubbing;
  const { accountId } = erasure;
  return eachPage(
    { waitlist_id: nilId, day: '-infinity', source: '' },
    rowsPerPage,
    (after) => listEmptySources(sql, accountId, after, rowsPerPage),
    (row: EmptySource) => row,
    async (rows) => {
      for (const row of rows)
        if (await mentions(row.source, isPerson))
          await statement(sql, (tx) => deleteEmptySource(tx, accountId, row));
      return goesOn(scrubbing);
    },
  );
}

function scrubRequests({ sql }: ScrubContext, scrubbing: PublishedScrubbing): Promise<boolean> {
  const { erasure, isPerson } = scrubbing;
  const { accountId } = erasure;
  return eachPage(
    { key: '', method: '', path: '', answer: null } satisfies KeptRequest as KeptRequest,
    requestsPerPage,
    (after) => listKeptRequests(sql, accountId, after, requestsPerPage),
    (row: KeptRequest) => row,
    async (rows) => {
      for (const row of rows) {
        const texts = [row.key, row.path, row.answer ?? ''];
        const named = await filterInSlices(texts, (text) => mentions(text, isPerson));
        if (named.length > 0) await statement(sql, (tx) => deleteKeptRequest(tx, accountId, row));
      }
      return goesOn(scrubbing);
    },
  );
}
