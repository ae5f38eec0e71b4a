/**
 * `npm run same-answers -- FOLDER`: asks this build and the build in FOLDER the same, and compares what they
 * answer and send, byte for byte. Ids, times and the like are replaced by placeholders. Prints a unified
 * diff, and exits with 1 if there is a difference that allowed.ts does not list.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Build, migrateBuild } from '../../test/support/deployment/build.ts';
import { startDeployment } from '../../test/support/deployment/deployment.ts';
import { startProcess } from '../../test/support/service/processes.ts';
import { allowedDifferences } from './allowed.ts';
import { normalize } from './normalize.ts';
import { type Entry, openRecorder } from './recorder.ts';
import { type Operation, type Others, signingSecret, startOthers, tellStory } from './story.ts';

/** Answers that no request can ask for. */
const unasked = new Set(['500', '503']);

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Expected the folder of another build');

const described = await describedAnswers(resolve(folder));
const others = await startOthers();
const deployment = await startDeployment({ webs: 0, workers: 0 }, others.env);
let before: Entry[];
let after: Entry[];
try {
  await deployment.sql`CREATE DATABASE other`;
  const other = new URL(deployment.env.DATABASE_URL ?? '');
  other.pathname = '/other';
  const otherRedis = new URL(deployment.env.REDIS_URL ?? '');
  otherRedis.pathname = '/1';
  const env = { ...deployment.env, DATABASE_URL: other.href, REDIS_URL: otherRedis.href };
  before = await record({ cwd: resolve(folder), env }, others);
  after = await record({ cwd: process.cwd(), env: deployment.env }, others);
} finally {
  await deployment.close();
  await others.close();
}
const uses = new Map<string, number>();
const olds = new Map(withNames(before));
const undone = [...withNames(after)].map(([name, entry]) => undoAllowed(olds.get(name), entry));
const differences = await diff(before, undone);
console.log(differences);
for (const { reason } of allowedDifferences)
  console.log(`Allowed, ${uses.get(reason) ?? 0} times: ${reason}`);
console.log(`The story lacks ${countMissing(before)} described answers: recorded examples show most of them`);
console.log(
  `${before.length} entries before, ${after.length} after: ${differences === '' ? 'the same' : 'different'}`,
);
process.exitCode = differences === '' ? 0 : 1;

/** Starts a build, tells it the story, and stops it. */
async function record(build: Build, by: Others): Promise<Entry[]> {
  await migrateBuild(build);
  const options = { keepLog: false, cwd: build.cwd };
  const web = await startProcess('web', build.env, options);
  const worker = await startProcess('worker', build.env, options);
  const recorder = openRecorder(web.url);
  const names = new Map([[web.url, '<url>']]);
  const startedAt = Date.now();
  const operations = described.filter(({ path }) => !/^\/(healthz|readyz)$|^\/v1\/webhooks/.test(path));
  const name = (text: string, as: string) => void names.set(text, as);
  try {
    await tellStory({ build, recorder, others: by, operations, name });
  } catch (error) {
    recorder.add('the story ended early', String(error)); // what came before shows why
  }
  recorder.close();
  await worker.stop();
  await web.stop();
  return normalize(recorder.entries, { startedAt, names, signingSecret });
}

interface DescribedOperation extends Operation {
  readonly statuses: readonly string[];
}

async function describedAnswers(cwd: string): Promise<DescribedOperation[]> {
  const { paths } = JSON.parse(await readFile(join(cwd, 'docs/openapi.json'), 'utf8'));
  return Object.entries<Record<string, { responses?: object }>>(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { responses }]) =>
      responses ? [{ method: method.toUpperCase(), path, statuses: Object.keys(responses) }] : [],
    ),
  );
}

/** How many of the described answers the story did not get. */
function countMissing(entries: readonly Entry[]): number {
  return described.reduce((count, { method, path, statuses }) => {
    const pattern = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/ ?]+')}([? ]|$)`);
    const seen = new Set(entries.filter(({ title }) => pattern.test(title)).map(({ status }) => `${status}`));
    return count + statuses.filter((status) => !unasked.has(status) && !seen.has(status)).length;
  }, 0);
}

/** Entries by their titles and, among equal titles, their order. */
function* withNames(entries: readonly Entry[]): Generator<[name: string, entry: Entry]> {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const count = (counts.get(entry.title) ?? 0) + 1;
    counts.set(entry.title, count);
    yield [`${count} ${entry.title}`, entry];
  }
}

/** Where entries are the same, nothing is undone: the other build may have a decided difference as well. */
function undoAllowed(old: Entry | undefined, now: Entry): Entry {
  if (!old) return now;
  return allowedDifferences.reduce((entry, { reason, undo }) => {
    if (toText(entry) === toText(old)) return entry;
    const changed = undo(old, entry);
    if (toText(changed) !== toText(entry)) uses.set(reason, (uses.get(reason) ?? 0) + 1);
    return changed;
  }, now);
}

/** @returns a unified diff, empty if there is no difference */
async function diff(old: readonly Entry[], now: readonly Entry[]): Promise<string> {
  const temporary = await mkdtemp(join(tmpdir(), 'same-answers-'));
  try {
    await writeFile(join(temporary, 'before'), old.map(toText).join('\n'));
    await writeFile(join(temporary, 'after'), now.map(toText).join('\n'));
    const run = promisify(execFile)(
      'diff',
      ['-U', '12', '--label', 'before', '--label', 'after', 'before', 'after'],
      {
        cwd: temporary,
        maxBuffer: 2 ** 28,
      },
    );
    return (await run.catch((error) => (error.code === 1 ? error : Promise.reject(error)))).stdout;
  } finally {
    await rm(temporary, { recursive: true });
  }
}

function toText({ title, status, headers, body }: Entry): string {
  const lines = [
    `== ${title}`,
    ...(status === undefined ? [] : [`status: ${status}`]),
    ...headers,
    '',
    layOut(body),
    '',
  ];
  return `${lines.join('\n')}`;
}

/**
 * JSON over several lines, if its text is what `JSON.stringify` writes: else the layout would hide a
 * difference.
 */
function layOut(body: string): string {
  try {
    const value = JSON.parse(body);
    if (JSON.stringify(value) === body) return JSON.stringify(value, null, 1);
  } catch {
    // not JSON
  }
  return body;
}
