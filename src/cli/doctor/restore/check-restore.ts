import { listGoingOut } from '../../../shared/capabilities/announcements/queries.ts';
import { listWavesGoingOut } from '../../../shared/capabilities/release/waves/queries.ts';
import type { Context } from '../../../shared/context.ts';
import { countFeeds } from '../../../shared/events/feed/queries.ts';
import { countBrokenCounters } from '../../../shared/list/waitlists/queries.ts';
import { countWaitingEmails } from '../../../shared/mail/sending/waiting-emails.ts';
import { measureOutbox } from '../../../shared/platform/queue/overdue-jobs.ts';
import { type Check, ok, problem, warning } from '../check.ts';
import { findRestoredTo, isRemembered, type RestoredTo } from './restored-to.ts';

const mostNamed = 20;

/** Looks for what a restore to an earlier time leaves to decide, before web and worker start. */
export async function checkRestore({ sql, config }: Context): Promise<Check[]> {
  const restored = await findRestoredTo(sql);
  const search = { managed: config.email.managed, isRemembered: isRemembered(restored) };
  return [
    describeTime(restored),
    undone,
    await checkCounters(sql),
    describeMails(await countWaitingEmails(sql, search)),
    await checkDeliveries(sql),
    await checkFeeds(sql),
    await checkAnnouncements(sql),
    await checkWaves(sql),
  ];
}

function describeTime(restored: RestoredTo | undefined): Check {
  if (!restored) return ok('restored_to', 'The database has no mail yet.');
  const { at, isExact } = restored;
  const minutes = Math.max(0, Math.round((Date.now() - at.getTime()) / 60_000));
  const time = `${at.toISOString()}, ${minutes} minutes ago`;
  return isExact
    ? ok('restored_to', `The newest change in the database is of ${time}.`)
    : warning(
        'restored_to',
        `The newest mail in the database is of ${time}. Its exact time is unknown: it is a dump, or Postgres was started again since.`,
        'Compare it with the time that you wanted.',
      );
}

/** Nobody can look it up: what is not in the database is not known here. */
const undone = warning(
  'restored_undone',
  'What happened since then is undone: signups, unsubscribes, erasures of people, revoked keys, removed users, settings, and what was counted against allowances.',
  'Repeat erasures, and revoke keys again. Whoever unsubscribed since may get mails again: your mail provider may know them. See docs/operations.md, After a restore.',
);

async function checkCounters(sql: Context['sql']): Promise<Check> {
  const broken = await countBrokenCounters(sql);
  return broken === 0
    ? ok('restored_positions', 'No waitlist has a position beyond its counter.')
    : problem(
        'restored_positions',
        `Waitlists whose counter is behind their last position: ${broken}. New signups would get positions twice.`,
        'The backup is not whole. Restore another one.',
      );
}

function describeMails({ uncertain, recognized }: Awaited<ReturnType<typeof countWaitingEmails>>): Check {
  const counts = Object.entries(uncertain);
  const known =
    recognized === 0
      ? ''
      : ` ${recognized} more go to providers that recognize a repeat: those leave at most once.`;
  if (counts.length === 0) return ok('restored_mails', `No mail waits that could leave twice.${known}`);
  const listed = counts.map(([provider, count]) => `${count} over ${provider}`).join(', ');
  return warning(
    'restored_mails',
    `Mails wait, and may have left since then: ${listed}. Workers will send them.${known}`,
    'Let them go, and some people get a mail twice. Or run this with --hold-mails before a worker starts: they are recorded as perhaps sent, and `email resend --state ambiguous` sends them later.',
  );
}

/** Jobs that tell others of what happened. */
const telling: readonly string[] = [
  'fan-out-event',
  'deliver-event',
  'deliver-with-retries',
  'deliver-again',
];

async function checkDeliveries(sql: Context['sql']): Promise<Check> {
  const backlogs = await measureOutbox(sql);
  const pending = backlogs
    .filter(({ job }) => telling.includes(job))
    .reduce((sum, backlog) => sum + backlog.pending, 0);
  return pending === 0
    ? ok('restored_events', 'No event waits to be delivered.')
    : warning(
        'restored_events',
        `${pending} events or deliveries wait, and may have arrived since then. Workers deliver them, with the same ids.`,
        'Nothing, where receivers leave out an id that they know. Chats get a message twice.',
      );
}

async function checkFeeds(sql: Context['sql']): Promise<Check> {
  const feeds = await countFeeds(sql);
  return feeds === 0
    ? ok('restored_feeds', 'No account reads a feed of events.')
    : warning(
        'restored_feeds',
        `${feeds} accounts have a feed of events. Whoever read on since then has a cursor beyond its end, and would miss the next events.`,
        'Run this with --leave-gap 0 before web and worker start: new events come behind all cursors. A number above 0 also leaves out as many positions of every list.',
      );
}

async function checkAnnouncements(sql: Context['sql']): Promise<Check> {
  const { rows, more } = await firstOf((most) => listGoingOut(sql, most));
  return rows.length === 0
    ? ok('restored_announcements', 'No announcement was going out.')
    : warning(
        'restored_announcements',
        `Announcements were going out: ${rows.map(({ id, mailed, selected }) => `${id} (${mailed} of ${selected} mailed)`).join(', ')}${more}. Whoever was mailed since then is mailed again.`,
        'Run this with --hold-mails, which pauses them. Then `announcement cancel`, or `announcement resume` if a second mail does less harm than none.',
      );
}

async function checkWaves(sql: Context['sql']): Promise<Check> {
  const { rows, more } = await firstOf((most) => listWavesGoingOut(sql, most));
  return rows.length === 0
    ? ok('restored_waves', 'No wave of invitations was going out.')
    : warning(
        'restored_waves',
        `Waves were going out: ${rows.map(({ id }) => id).join(', ')}${more}. They go on, and invite people again who were invited since then.`,
        'Nothing: the invitations that were sent since then do not work any more, so these people need another.',
      );
}

async function firstOf<Row>(list: (most: number) => Promise<Row[]>): Promise<{ rows: Row[]; more: string }> {
  const rows = await list(mostNamed + 1);
  return { rows: rows.slice(0, mostNamed), more: rows.length > mostNamed ? ' and more' : '' };
}
