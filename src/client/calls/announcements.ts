import { type CallOptions, type Connection, dataOf, type PageOptions, type Schemas } from '../connection.ts';
import { defined } from '../defined.ts';
import { eachItem, type Page } from '../each-item.ts';
import { wait } from '../wait.ts';
import type { PlainCalls } from './plain-calls.ts';

/** Which people of an announcement: all, or those whose mail is in this state. */
export interface MemberListOptions extends CallOptions {
  readonly state?: Schemas['AnnouncementMember']['state'];
}

export interface WatchOptions extends CallOptions {
  /** How long it waits between two looks; 10 by default. */
  readonly everySeconds?: number;
}

/** The states that nothing leaves by itself. */
const restingStates: ReadonlySet<string> = new Set(['draft', 'paused', 'sent', 'cancelled']);

/** Mails to the people of a waitlist. */
export function announcementCalls({ api }: Connection, { listAnnouncements, readAnnouncement }: PlainCalls) {
  const listAnnouncementMembers = (
    announcementId: string,
    { signal, ...query }: PageOptions & MemberListOptions = {},
  ): Promise<Page<Schemas['AnnouncementMember']>> =>
    dataOf(
      api.GET('/v1/announcements/{announcementId}/members', {
        params: { path: { announcementId }, query: defined(query) },
        ...defined({ signal }),
      }),
    );

  return {
    /** All announcements of a waitlist, newest first. */
    announcements: (
      waitlistId: string,
      call?: CallOptions,
    ): AsyncGenerator<Schemas['AnnouncementSummary'], void, undefined> =>
      eachItem(
        (page) => listAnnouncements(waitlistId, { ...page, ...call }),
        ({ id }) => id,
      ),
    listAnnouncementMembers,
    /** The people of an announcement with what became of their mails, or those whose mail is in a state. */
    announcementMembers: (
      announcementId: string,
      options?: MemberListOptions,
    ): AsyncGenerator<Schemas['AnnouncementMember'], void, undefined> =>
      eachItem(
        (page) => listAnnouncementMembers(announcementId, { ...page, ...options }),
        ({ signup_id }) => signup_id,
      ),
    /**
     * The announcement again and again while it is counted or sent. The last one is sent, cancelled, paused
     * or a draft, and its `paused_reason` or `refusal` says why.
     */
    async *watchAnnouncement(
      announcementId: string,
      { everySeconds = 10, ...call }: WatchOptions = {},
    ): AsyncGenerator<Schemas['AnnouncementReport'], void, undefined> {
      for (;;) {
        const report = await readAnnouncement(announcementId, call);
        yield report;
        if (restingStates.has(report.state)) return;
        await wait(everySeconds * 1000, call.signal);
      }
    },
  };
}
