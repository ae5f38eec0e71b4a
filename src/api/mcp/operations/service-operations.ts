import type { FastifyRequest } from 'fastify';
import { listEvents } from '../../../shared/events/list-events.ts';
import { listFields } from '../../../shared/fields/list-fields.ts';
import { newId } from '../../../shared/ids.ts';
import { remapImport, startImport } from '../../../shared/imports/change-import.ts';
import { readImport } from '../../../shared/imports/read-import.ts';
import { readHealth } from '../../../shared/integrations/health/read-health.ts';
import { redeliverEvent } from '../../../shared/integrations/replay/redeliver-event.ts';
import { replayEvents } from '../../../shared/integrations/replay/replay-events.ts';
import { readLeaderboard } from '../../../shared/leaderboard/read-leaderboard.ts';
import { readSignupLinks } from '../../../shared/links/read-signup-links.ts';
import { erasePerson } from '../../../shared/people/erase-person.ts';
import { exportPerson, takePersonExport } from '../../../shared/people/export-person.ts';
import { recordConversion } from '../../../shared/release/conversions/record-conversion.ts';
import { listInvitations } from '../../../shared/release/invitations/list-invitations.ts';
import { resendInvitation } from '../../../shared/release/invitations/resend-invitation.ts';
import { draftWave } from '../../../shared/release/waves/draft-wave.ts';
import { launchWave } from '../../../shared/release/waves/launch-wave.ts';
import { readWave } from '../../../shared/release/waves/read-waves.ts';
import { assertScope, scopeFor } from '../../../shared/scopes.ts';
import { createSignups } from '../../../shared/signups/bulk/create-signups.ts';
import { createSignup } from '../../../shared/signups/create-signup.ts';
import { readSignup } from '../../../shared/signups/read-signup.ts';
import { removeSignup } from '../../../shared/signups/remove-signup.ts';
import { listSignups } from '../../../shared/signups/search/list-signups.ts';
import { readStats } from '../../../shared/stats/read-stats.ts';
import { decideReviews } from '../../../shared/trust/reviews/decide-reviews.ts';
import { listReviews } from '../../../shared/trust/reviews/list-reviews.ts';
import { createWaitlist } from '../../../shared/waitlists/create-waitlist.ts';
import { listWaitlists } from '../../../shared/waitlists/list-waitlists.ts';
import { readWaitlist } from '../../../shared/waitlists/read-waitlist.ts';
import { updateWaitlist } from '../../../shared/waitlists/update-waitlist.ts';
import { addressLimitError, addressWindow } from '../../limits/limits.ts';
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
    async draftWave(waitlistId, input) {
      assertAllowed('draftWave');
      return draftWave(ctx.until(over), caller, waitlistId, input);
    },
    async readWave(waveId) {
      assertAllowed('readWave');
      return readWave(ctx.until(over), caller, waveId);
    },
    async launchWave(waveId) {
      assertAllowed('launchWave');
      return launchWave(ctx, caller, waveId);
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
    async findPerson(input) {
      assertAllowed('exportPerson');
      return exportPerson(ctx, caller, input);
    },
    async exportPerson(input) {
      assertAllowed('exportPerson');
      return takePersonExport(ctx, caller, input);
    },
    async erasePerson(input) {
      assertAllowed('erasePerson');
      return erasePerson(ctx, caller, input, 'api');
    },
  };
}
