import type { Schemas } from '../../../client/connection.ts';
import { defined } from '../../../client/defined.ts';
import type { WaitlistClient } from '../../../client/waitlist-client.ts';
import { WaitlistError } from '../../../client/waitlist-error.ts';
import type { Segment } from '../../../shared/capabilities/segments/schema.ts';
import { type EventPage, toCursor } from '../../../shared/events/feed/schema.ts';
import { keyIn } from '../../../shared/list/signups/search/schema.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import type { Page } from '../../../shared/platform/schema/paging.ts';
import type { ToolOperations } from './operations.ts';

/** The operations through the REST API, for the stdio server that runs beside an agent. */
export function restOperations(api: WaitlistClient): ToolOperations {
  return {
    createWaitlist: (input) => withAppErrors(api.createWaitlist(input)),
    listWaitlists: (page) => withAppErrors(api.listWaitlists(page)),
    updateWaitlist: (waitlistId, patch) => withAppErrors(api.updateWaitlist(waitlistId, defined(patch))),
    createSignup: (waitlistId, input) =>
      withAppErrors(
        api.createSignup(waitlistId, { ...defined(input), email: input.email }, { waitForLimit: true }),
      ),
    readSignup: (waitlistId, signupId) => withAppErrors(api.readSignup(waitlistId, signupId)),
    listSignups: (waitlistId, { fields, not_fields, include: _, ...query }) =>
      withAppErrors(
        api.listSignups(waitlistId, {
          ...defined(query),
          ...(fields && { fields: byKey(fields) }),
          ...(not_fields && { not_fields: byKey(not_fields) }),
        }),
      ),
    addSignups: (waitlistId, { signups, notify }) => {
      const entries = signups.map((signup) => ({ ...defined(signup), email: signup.email }));
      return withAppErrors(api.addSignups(waitlistId, entries, { notify }));
    },
    async updateSignup(waitlistId, signupId, patch) {
      const { note = null, ...signup } = await withAppErrors(
        api.updateSignup(waitlistId, signupId, defined(patch), { include: ['note'] }),
      );
      return { ...signup, note };
    },
    removeSignup: (waitlistId, signupId) => withAppErrors(api.removeSignup(waitlistId, signupId)),
    readSignupLinks: (waitlistId, signupId) => withAppErrors(api.readSignupLinks(waitlistId, signupId)),
    readLeaderboard: (waitlistId, query) => withAppErrors(api.readLeaderboard(waitlistId, query)),
    readStats: (waitlistId, { include, ...query }) =>
      withAppErrors(
        api.readStats(waitlistId, { ...defined(query), ...(include && { include: include.join(',') }) }),
      ),
    listFields: (waitlistId, page) => withAppErrors(api.listFields(waitlistId, page)),
    listSegments: (waitlistId, page) =>
      withAppErrors(api.listSegments(waitlistId, page)) as Promise<Page<Segment>>,
    createSegment: (waitlistId, input) =>
      withAppErrors(api.createSegment(waitlistId, input as Schemas['NewSegment'])) as Promise<Segment>,
    updateSegment: (waitlistId, segmentId, patch) =>
      withAppErrors(
        api.updateSegment(waitlistId, segmentId, patch as Schemas['SegmentPatch']),
      ) as Promise<Segment>,
    deleteSegment: (waitlistId, segmentId) => withAppErrors(api.deleteSegment(waitlistId, segmentId)),
    listEvents: ({ after, ...query }) =>
      withAppErrors(
        api.listEvents({ ...defined(query), ...(after !== undefined && { after: toCursor(after) }) }),
      ) as Promise<EventPage>,
    redeliverEvent: (type, eventId) => withAppErrors(api.redeliver(type, eventId)),
    replayEvents: (type, { until, types, ...input }) =>
      withAppErrors(api.replay(type, { ...input, ...defined({ until, types }) })),
    readHealth: (type) => withAppErrors(api.readHealth(type)),
    dismissMissed: (type) => withAppErrors(api.dismissMissed(type)),
    // REST has only the export, which is recorded.
    findPerson: ({ email }) => withAppErrors(api.exportPerson(email)),
    exportPerson: ({ email }) => withAppErrors(api.exportPerson(email)),
    erasePerson: ({ email, suppress }) => withAppErrors(api.erasePerson(email, { suppress })),
    addSuppression: ({ email, waitlist_id = null }) =>
      withAppErrors(api.addSuppression({ email, waitlist_id })),
    listReviews: (waitlistId, query) => withAppErrors(api.listReviews(waitlistId, defined(query))),
    decideReviews: (waitlistId, { action, filter, dry_run }) =>
      withAppErrors(api.decideReviews(waitlistId, { action, filter: defined(filter), dry_run })),
    draftWave: (waitlistId, { filter, size, ...input }) =>
      withAppErrors(
        api.draftWave(waitlistId, { ...defined(input), size, ...(filter && { filter: defined(filter) }) }),
      ),
    readWave: (waveId) => withAppErrors(api.readWave(waveId)),
    listWaves: (waitlistId, page) => withAppErrors(api.listWaves(waitlistId, page)),
    launchWave: (waveId) => withAppErrors(api.launchWave(waveId)),
    listWaveMembers: (waveId, query) => withAppErrors(api.listWaveMembers(waveId, defined(query))),
    listInvitations: (waitlistId, query) => withAppErrors(api.listInvitations(waitlistId, defined(query))),
    resendInvitation: (invitationId) => withAppErrors(api.resendInvitation(invitationId)),
    recordConversion: (input) => withAppErrors(api.recordConversion(defined(input))),
    listAnnouncements: (waitlistId, page) => withAppErrors(api.listAnnouncements(waitlistId, page)),
    draftAnnouncement: (waitlistId, input) =>
      withAppErrors(api.draftAnnouncement(waitlistId, input as Schemas['NewAnnouncement'])),
    updateAnnouncement: (announcementId, patch) =>
      withAppErrors(api.updateAnnouncement(announcementId, patch as Schemas['AnnouncementChange'])),
    readAnnouncement: (announcementId) => withAppErrors(api.readAnnouncement(announcementId)),
    testAnnouncement: (announcementId, to) => withAppErrors(api.testAnnouncement(announcementId, { to })),
    launchAnnouncement: (announcementId, { expected_count, sample = null }) =>
      withAppErrors(api.launchAnnouncement(announcementId, { expected_count, sample })),
    pauseAnnouncement: (announcementId) => withAppErrors(api.pauseAnnouncement(announcementId)),
    resumeAnnouncement: (announcementId) => withAppErrors(api.resumeAnnouncement(announcementId)),
    cancelAnnouncement: (announcementId) => withAppErrors(api.cancelAnnouncement(announcementId)),
    listRewards: (waitlistId, query) => withAppErrors(api.listRewards(waitlistId, defined(query))),
    fulfilRewards: (waitlistId, { filter, ...input }) =>
      withAppErrors(api.fulfilRewards(waitlistId, { ...input, filter: defined(filter) })),
    readImport: (waitlistId, importId) => withAppErrors(api.readImport(waitlistId, importId)),
    updateImport: (waitlistId, importId, input) =>
      withAppErrors(api.updateImport(waitlistId, importId, defined(input))),
    startImport: (waitlistId, importId, input) =>
      withAppErrors(api.startImport(waitlistId, importId, defined(input))),
  };
}

/** Fields by their keys instead of by their query parameters. */
function byKey(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [keyIn(name), value]));
}

/** Turns an error response into the AppError that caused it, and a network failure into an internal_error. */
async function withAppErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    if (cause instanceof WaitlistError)
      throw new AppError(cause.code ?? 'internal_error', cause.message, { status: cause.status, cause });
    throw new AppError(
      'internal_error',
      'The waitlist service could not be reached. Check WAITLIST_API_URL.',
      { cause },
    );
  }
}
