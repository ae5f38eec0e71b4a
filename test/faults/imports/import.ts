import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createWaitlistClient, type WaitlistClient } from '../../../src/client/waitlist-client.ts';
import { exportColumns } from '../../../src/shared/list/signups/export/export-queries.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { randomFrom } from '../../support/storm/random.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { startKilledWorkers } from '../support/killed-workers.ts';
import { quantileMs, startSteadySignups } from '../support/steady-signups.ts';

const inFull = { rows: 1_000_000, kills: 20 };
const withPlantedBug = { rows: 10_000, kills: 1 };
/** A kill may cost the half minute of a lease. */
const rowsPerKill = 10_000;
const perSecond = 64;
const calmSeconds = 10;

/**
 * An export of 1,000,000 signups is imported with its positions while workers are killed 20 times and 64
 * people a second sign up on the same list (N6). Its export is the file, but for the ids. `size` is another
 * number of rows. With `plantedBug` a row changes behind the service's back.
 */
export const importRun: FaultRun = async ({ plantedBug, seed, size }) => {
  const { rows: usual, kills: most } = plantedBug ? withPlantedBug : inFull;
  const rows = size ?? usual;
  const kills = Math.min(most, Math.ceil(rows / rowsPerKill));
  const deployment = await startDeployment({ webs: 1, workers: 0 });
  const workers = await startKilledWorkers(2, deployment.env, seed);
  const { sql, progress } = deployment;
  try {
    const list = await deployment.makeWaitlist();
    const baseUrl = deployment.urls[0] ?? '';
    const client = createWaitlistClient({ baseUrl, apiKey: list.key });
    const calm = startSteadySignups(
      baseUrl,
      { ...list, waitlist: (await client.createWaitlist({ name: 'Calm' })).id },
      { perSecond },
    );
    progress.show('Signing up without an import');
    await sleep(calmSeconds * 1_000);
    await calm.stop();

    await client.createField(list.waitlist, { key: 'company', label: 'Company', type: 'string' });
    progress.show(`Uploading ${rows} rows`);
    const started = performance.now();
    const file = Readable.toWeb(Readable.from(csvOf(rows, seed))) as ReadableStream<Uint8Array>;
    const { id } = await client.createImport(list.waitlist, file, { positions: 'keep' });
    const uploaded = performance.now();
    const follow = (state: string, killsHere: number) =>
      killWhile(client, list.waitlist, id, state, killsHere, workers, progress.show);
    await follow('validating', Math.floor(kills / 4));
    const validated = performance.now();
    await client.startImport(list.waitlist, id, { expected_count: rows });
    const steady = startSteadySignups(baseUrl, list, { perSecond });
    await follow('running', kills - Math.floor(kills / 4));
    const finished = performance.now();
    await steady.stop();
    if (plantedBug)
      await sql`UPDATE signups SET utm_source = 'planted' WHERE waitlist_id = ${list.waitlist} AND position = 7`;

    progress.show('Comparing the export with the file');
    const done = await client.readImport(list.waitlist, id);
    const wrong = [
      ...unless(
        done.state === 'finished' && done.created === rows,
        `the import is ${done.state} with ${done.created} signups`,
      ),
      ...(await compare(client, list.waitlist, rows, seed)),
      ...steady.calls
        .filter(({ status }) => status !== 201)
        .map(({ status }) => `a signup was answered ${status}`),
      ...(await findBrokenInvariants(sql)),
    ];
    progress.end();
    const seconds = (from: number, to: number) => Math.round((to - from) / 100) / 10;
    const figures = {
      rows,
      kills,
      'upload s': seconds(started, uploaded),
      'validation s': seconds(uploaded, validated),
      'run s': seconds(validated, finished),
      'rows/s of the run': Math.round(rows / ((finished - validated) / 1_000)),
      'signups meanwhile': steady.calls.length,
      'p50 ms without': Math.round(quantileMs(calm.calls, 0.5)),
      'p50 ms meanwhile': Math.round(quantileMs(steady.calls, 0.5)),
      'p99 ms without': Math.round(quantileMs(calm.calls, 0.99)),
      'p99 ms meanwhile': Math.round(quantileMs(steady.calls, 0.99)),
    };
    const isFine = report(figures, wrong);
    return plantedBug ? missedOne({ 'a changed row': wrong }) : isFine;
  } finally {
    await workers.stop();
    await deployment.close();
  }
};

/** Kills workers, evenly over the rows, until the import leaves a state. */
async function killWhile(
  client: WaitlistClient,
  list: string,
  id: string,
  state: string,
  kills: number,
  workers: { killOne(): Promise<void> },
  show: (text: string) => void,
): Promise<void> {
  let killed = 0;
  for (;;) {
    const now = await client.readImport(list, id);
    if (now.state !== state) return;
    const share =
      (state === 'running' ? now.created + now.referrals : now.would_create) /
      (state === 'running' ? now.rows * 1.5 : now.rows);
    show(`${state}: ${Math.round(share * 100)} %, ${killed} of ${kills} kills`);
    if (killed < kills && share >= killed / kills) {
      await workers.killOne();
      killed += 1;
    }
    await sleep(100);
  }
}

/**
 * A row as the export has it, but for the ids: its own comes in the place of ID, that of its referrer in the
 * place of BY.
 */
interface FileRow {
  readonly line: string;
  readonly id: string;
  readonly by: string;
}

const idOf = (n: number) => `01a1fc51-dbab-7000-8000-${n.toString(16).padStart(12, '0')}`;
const codeOf = (n: number, seed: number) => `${seed % 10}${n.toString(16).padStart(9, '0')}`;
const at = (n: number, days: number) =>
  new Date(Date.UTC(2025, 0, 1 + days) + n * 1_000 + (n % 1_000)).toISOString();

/** Who referred each signup, 0 for nobody: half of them have an earlier one. */
function referrersOf(rows: number, seed: number): Uint32Array {
  const random = randomFrom(seed);
  return Uint32Array.from({ length: rows + 1 }, (_, n) =>
    n > 1 && random() < 0.5 ? 1 + Math.floor(random() * (n - 1)) : 0,
  );
}

/**
 * All that an export can have of a signup: quotes and line breaks, statuses, metadata, fields, confirmations,
 * conversions.
 */
function* recordsOf(rows: number, seed: number): Generator<FileRow> {
  const referrers = referrersOf(rows, seed);
  const counts = new Uint32Array(rows + 1);
  for (const by of referrers) counts[by] = (counts[by] ?? 0) + 1;
  for (let n = 1; n <= rows; n++) {
    const by = referrers[n] ?? 0;
    const [isDelivered, isClicked] = [n % 5 < 3, n % 5 === 0];
    const cells: Partial<Record<(typeof exportColumns)[number], string | number | undefined>> = {
      position: n,
      email: `Person${n}@example.com`,
      created_at: at(n, 0),
      utm_source: ['', 'newsletter', '"a, ""b"""'][n % 3],
      referrer: ['', 'https://www.example.org/x?y=1'][n % 2],
      email_status: isClicked ? 'clicked' : isDelivered ? 'delivered' : n % 5 === 3 ? 'bounced' : '',
      email_delivered_at: isDelivered ? at(n, 1) : '',
      email_opened_at: isClicked ? at(n, 2) : '',
      email_clicked_at: isClicked ? at(n, 3) : '',
      metadata: n % 4 === 0 ? `"{""page"":""home ${n}""}"` : '{}',
      id: 'ID',
      referral_code: codeOf(n, seed),
      referral_count: counts[n],
      referred_by: by === 0 ? '' : 'BY',
      fields: n % 4 === 1 ? `"{""company"":""Acme ${n}""}"` : '{}',
      confirmed_at: n % 6 === 0 ? at(n, 4) : '',
      unsubscribed_at: n % 11 === 0 ? at(n, 5) : '',
      invitation_state: n % 7 === 0 ? 'converted' : '',
      converted_at: n % 7 === 0 ? at(n, 6) : '',
      bounce_class: n % 5 === 3 ? 'permanent' : '',
      utm_campaign: n % 9 === 0 ? 'spring' : '',
    };
    const line = exportColumns.map((column) => cells[column] ?? '').join(',');
    yield { line, id: idOf(n), by: by === 0 ? '' : idOf(by) };
  }
}

const withIds = (line: string, id: string, by: string) =>
  line.replace(',ID,', () => `,${id},`).replace(',BY,', () => `,${by},`);

function* csvOf(rows: number, seed: number): Generator<Buffer> {
  let text = `${exportColumns.join(',')}\n`;
  for (const { line, id, by } of recordsOf(rows, seed)) {
    text += `${withIds(line, id, by)}\n`;
    if (text.length > 60_000) {
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(text);
}

/**
 * Reads the export beside the file: every column is the same, but for the ids. Who referred whom must be the
 * same, too.
 */
async function compare(client: WaitlistClient, list: string, rows: number, seed: number): Promise<string[]> {
  const wrong: string[] = [];
  const expected = recordsOf(rows, seed);
  const theirs = new Map<string, string>();
  let rest = '';
  let n = 0;
  const decoder = new TextDecoder();
  const check = (line: string) => {
    if (n++ === 0 || n > rows + 1) return;
    const record = expected.next().value as FileRow | undefined;
    if (!record) return;
    const id = /,([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}),/.exec(line)?.[1] ?? '';
    theirs.set(record.id, id);
    const wanted = withIds(record.line, id, theirs.get(record.by) ?? '');
    if (line !== wanted) wrong.push(`${line} is not ${wanted}`);
  };
  for await (const chunk of (await client.exportSignups(list)) as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) check(line);
  }
  return [...wrong.slice(0, mostShown), ...unless(n > rows, `the export has ${n - 1} rows`)];
}

/** Of the rows that differ. */
const mostShown = 20;
