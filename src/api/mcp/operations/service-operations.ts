import type { FastifyRequest } from 'fastify';
import { assertScope, scopeFor } from '../../../shared/account/scopes.ts';
import {
  cancelAnnouncement,
  pauseAnnouncement,
  resumeAnnouncement,
} from '../../../shared/capabilities/announcements/control-announcement.ts';
import {
  draftAnnouncement,
  updateAnnouncement,
} from '../../../shared/capabilities/announcements/draft-announcement.ts';
import { launchAnnouncement } from '../../../shared/capabilities/announcements/launch-announcement.ts';
import {
  listAnnouncements,
  readAnnouncement,
} from '../../../shared/capabilities/announcements/read-announcements.ts';
import { testAnnouncement } from '../../../shared/capabilities/announcements/text/try-text.ts';
import { remapImport, startImport } from '../../../shared/capabilities/imports/change-import.ts';
import { readImport } from '../../../shared/capabilities/imports/read-import.ts';
import { readLeaderboard } from '../../../shared/capabilities/leaderboard/read-leaderboard.ts';
import { erasePerson } from '../../../shared/capabilities/people/erase-person.ts';
import { exportPerson, takePersonExport } from '../../../shared/capabilities/people/export-person.ts';
import { recordConversion } from '../../../shared/capabilities/release/conversions/record-conversion.ts';
import { listInvitations } from '../../../shared/capabilities/release/invitations/list-invitations.ts';
import { resendInvitation } from '../../../shared/capabilities/release/invitations/resend-invitation.ts';
import { listWaveMembers } from '../../../shared/capabilities/release/members/read-members.ts';
import { draftWave } from '../../../shared/capabilities/release/waves/draft-wave.ts';
import { launchWave } from '../../../shared/capabilities/release/waves/launch-wave.ts';
import { listWaves, readWave } from '../../../shared/capabilities/release/waves/read-waves.ts';
import { fulfilRewards } from '../../../shared/capabilities/rewards/fulfilment/fulfil-rewards.ts';
import { listRewards } from '../../../shared/capabilities/rewards/fulfilment/list-earned.ts';
import {
  createSegment,
  deleteSegment,
  updateSegment,
} from '../../../shared/capabilities/segments/change-segments.ts';
import { listSegments } from '../../../shared/capabilities/segments/read-segments.ts';
import { decideReviews } from '../../../shared/capabilities/trust/reviews/decide-reviews.ts';
import { listReviews } from '../../../shared/capabilities/trust/reviews/list-reviews.ts';
import { listEvents } from '../../../shared/events/feed/list-events.ts';
import { dismissMissed } from '../../../shared/events/integrations/health/dismiss-missed.ts';
import { readHealth } from '../../../shared/events/integrations/health/read-health.ts';
import { redeliverEvent } from '../../../shared/events/integrations/replay/redeliver-event.ts';
import { replayEvents } from '../../../shared/events/integrations/replay/replay-events.ts';
import { listNotes } from '../../../shared/list/changes/queries.ts';
import { updateSignup } from '../../../shared/list/changes/update-signup.ts';
import { listFields } from '../../../shared/list/fields/list-fields.ts';
import { createSignups } from '../../../shared/list/signing-up/bulk/create-signups.ts';
import { createSignup } from '../../../shared/list/signing-up/create-signup.ts';
import { readSignup } from '../../../shared/list/signups/read-signup.ts';
import { removeSignup } from '../../../shared/list/signups/removal/remove-signup.ts';
import { listSignups } from '../../../shared/list/signups/search/list-signups.ts';
import { readStats } from '../../../shared/list/stats/read-stats.ts';
import { readSignupLinks } from '../../../shared/list/status/read-signup-links.ts';
import { createWaitlist } from '../../../shared/list/waitlists/create-waitlist.ts';
import { listWaitlists } from '../../../shared/list/waitlists/list-waitlists.ts';
import { readWaitlist } from '../../../shared/list/waitlists/read-waitlist.ts';
import { updateWaitlist } from '../../../shared/list/waitlists/update-waitlist.ts';
import { addSuppression } from '../../../shared/mail/suppressions/add-suppression.ts';
import { newId } from '../../../shared/platform/ids.ts';
import { addressLimitError, addressWindow } from '../../limits/limits.ts';
import { assertTestMails } from '../../limits/test-mail-limit.ts';
import type { WebContext } from '../../web-context.ts';
import type { ToolOperations } from './operations.ts';

/**
 * The operations of the service for a caller. Each needs the same scope as its route (§5).
 */
export function serviceOperations(
  ctx: WebContext,
  { caller, ip, over }: Pick<FastifyRequest, 'caller' | 'ip' | 'over'>,
): ToolOperations {
  const assertAllowed = (operation: keyof typeof scopeFor) => assertScope(caller, scopeFor[operation]);
  return {
    async createWaitlist(input) {
      assertAllowed('createWaitlist');
      return createWaitlist(ctx, caller, input);
    },
    async listWaitlists(page) {
      assertAllowed('listWaitlists');
      return ctx.read({ caller, over }, (from) => listWaitlists(from, caller, page));
    },
    async updateWaitlist(waitlistId, patch) {
      assertAllowed('updateWaitlist');
      return updateWaitlist(ctx, caller, waitlistId, patch);
    },
    async createSignup(waitlistId, input) {
      // Rejected calls count as well (C1.12, C8.3a).
      const { calls, resetSeconds } = await ctx.limiter.count([addressWindow(caller, waitlistId, ip)]);
      assertAllowed('createSignup');
      const limitError = addressLimitError(calls[0] ?? 0, resetSeconds);
      if (limitError) {
        ctx.metrics.rateLimited.inc({ route: '/mcp' });
        await readWaitlist(ctx, caller, waitlistId); // an unknown waitlist is a not_found (C1.1)
        throw limitError;
      }
      return createSignup(ctx, caller, waitlistId, input);
    },
    async readSignup(waitlistId, signupId) {
      assertAllowed('readSignup');
      return ctx.read({ caller, over, isShort: true }, (from) =>
        readSignup(from, caller, waitlistId, signupId),
      );
    },
    async addSignups(waitlistId, input) {
      assertAllowed('addSignups');
      const options = { origin: newId(), isAnswered: () => false };
      return createSignups(ctx, caller, waitlistId, { ...input, signups: [...input.signups] }, options);
    },
    async listSignups(waitlistId, query) {
      assertAllowed('listSignups');
      return ctx.read({ caller, over }, (from) => listSignups(from, caller, waitlistId, query));
    },
    async updateSignup(waitlistId, signupId, patch) {
      assertAllowed('updateSignup');
      const signup = await updateSignup(ctx, caller, waitlistId, signupId, patch);
      const notes = await listNotes(ctx.sql, caller.accountId, [signup.id]);
      return { ...signup, note: notes.get(signup.id) ?? null };
    },
    async removeSignup(waitlistId, signupId) {
      assertAllowed('removeSignup');
      await removeSignup(ctx, caller, waitlistId, signupId);
    },
    async readSignupLinks(waitlistId, signupId) {
      assertAllowed('readSignupLinks');
      return readSignupLinks(ctx.until(over), caller, waitlistId, signupId);
    },
    async readLeaderboard(waitlistId, query) {
      assertAllowed('readLeaderboard');
      return readLeaderboard(ctx.until(over), caller, waitlistId, query);
    },
    async readStats(waitlistId, query) {
      assertAllowed('readStats');
      return ctx.read({ caller, over }, (from) => readStats(from, caller, waitlistId, query));
    },
    async listFields(waitlistId, page) {
      assertAllowed('listFields');
      return listFields(ctx.until(over), caller, waitlistId, page);
    },
    async listEvents(query) {
      assertAllowed('listEvents');
      return listEvents(ctx.until(over), caller, query);
    },
    async redeliverEvent(type, eventId) {
      assertAllowed('redeliverEvent');
      return redeliverEvent(ctx, caller, type, eventId);
    },
    async replayEvents(type, input) {
      assertAllowed('replayEvents');
      return replayEvents(ctx, caller, type, input);
    },
    async listReviews(waitlistId, query) {
      assertAllowed('listReviews');
      return listReviews(ctx.until(over), caller, waitlistId, query);
    },
    async decideReviews(waitlistId, input) {
      assertAllowed('decideReviews');
      return decideReviews(ctx, caller, waitlistId, input);
    },
    async listSegments(waitlistId, page) {
      assertAllowed('listSegments');
      return listSegments(ctx.until(over), caller, waitlistId, page);
    },
    async createSegment(waitlistId, input) {
      assertAllowed('createSegment');
      return createSegment(ctx, caller, waitlistId, input);
    },
    async updateSegment(waitlistId, segmentId, patch) {
      assertAllowed('updateSegment');
      return updateSegment(ctx, caller, waitlistId, segmentId, patch);
    },
    async deleteSegment(waitlistId, segmentId) {
      assertAllowed('deleteSegment');
      await deleteSegment(ctx, caller, waitlistId, segmentId);
    },
    async draftWave(waitlistId, input) {
      assertAllowed('draftWave');
      return draftWave(ctx.until(over), caller, waitlistId, input);
    },
    async readWave(waveId) {
      assertAllowed('readWave');
      return readWave(ctx.until(over), caller, waveId);
    },
    async listWaves(waitlistId, page) {
      assertAllowed('listWaves');
      return listWaves(ctx.until(over), caller, waitlistId, page);
    },
    async launchWave(waveId) {
      assertAllowed('launchWave');
      return launchWave(ctx, caller, waveId);
    },
    async listWaveMembers(waveId, query) {
      assertAllowed('listWaveMembers');
      return listWaveMembers(ctx.until(over), caller, waveId, query);
    },
    async listInvitations(waitlistId, query) {
      assertAllowed('listInvitations');
      return listInvitations(ctx.until(over), caller, waitlistId, query);
    },
    async resendInvitation(invitationId) {
      assertAllowed('resendInvitation');
      return resendInvitation(ctx, caller, invitationId);
    },
    async recordConversion(input) {
      assertAllowed('recordConversion');
      return recordConversion(ctx, caller, input);
    },
    async listAnnouncements(waitlistId, page) {
      assertAllowed('listAnnouncements');
      return listAnnouncements(ctx.until(over), caller, waitlistId, page);
    },
    async draftAnnouncement(waitlistId, input) {
      assertAllowed('draftAnnouncement');
      return draftAnnouncement(ctx.until(over), caller, waitlistId, input);
    },
    async updateAnnouncement(announcementId, patch) {
      assertAllowed('updateAnnouncement');
      return updateAnnouncement(ctx.until(over), caller, announcementId, patch);
    },
    async readAnnouncement(announcementId) {
      assertAllowed('readAnnouncement');
      return readAnnouncement(ctx.until(over), caller, announcementId);
    },
    async testAnnouncement(announcementId, to) {
      assertAllowed('testAnnouncement');
      await assertTestMails(ctx, caller.accountId);
      return testAnnouncement(ctx, caller, announcementId, to);
    },
    async launchAnnouncement(announcementId, input) {
      assertAllowed('launchAnnouncement');
      return launchAnnouncement(ctx, caller, announcementId, input);
    },
    async pauseAnnouncement(announcementId) {
      assertAllowed('pauseAnnouncement');
      return pauseAnnouncement(ctx, caller, announcementId);
    },
    async resumeAnnouncement(announcementId) {
      assertAllowed('resumeAnnouncement');
      return resumeAnnouncement(ctx, caller, announcementId);
    },
    async cancelAnnouncement(announcementId) {
      assertAllowed('cancelAnnouncement');
      return cancelAnnouncement(ctx, caller, announcementId);
    },
    async listRewards(waitlistId, query) {
      assertAllowed('listRewards');
      return listRewards(ctx.until(over), caller, waitlistId, query);
    },
    async fulfilRewards(waitlistId, input) {
      assertAllowed('fulfilRewards');
      return fulfilRewards(ctx, caller, waitlistId, input);
    },
    async readImport(waitlistId, importId) {
      assertAllowed('readImport');
      return readImport(ctx.until(over), caller, waitlistId, importId);
    },
    async updateImport(waitlistId, importId, input) {
      assertAllowed('updateImport');
      return remapImport(ctx, caller, waitlistId, importId, input);
    },
    async startImport(waitlistId, importId, input) {
      assertAllowed('startImport');
      return startImport(ctx, caller, waitlistId, importId, input);
    },
    async readHealth(type) {
      assertAllowed('readHealth');
      return readHealth(ctx.until(over), caller, type);
    },
    async dismissMissed(type) {
      assertAllowed('dismissMissed');
      await dismissMissed(ctx, caller, type);
    },
    async findPerson(input) {
      assertAllowed('exportPerson');
      return exportPerson(ctx, caller, input);
    },
    async exportPerson(input) {
      assertAllowed('exportPerson');
      return takePersonExport(ctx, caller, input);
    },
    async addSuppression(input) {
      assertAllowed('addSuppression');
      return addSuppression(ctx, caller, input);
    },
    async erasePerson(input) {
      assertAllowed('erasePerson');
      return erasePerson(ctx, caller, input, 'api');
    },
  };
}
