import type { Caller } from '../../shared/api-keys/caller.ts';
import { listFields } from '../../shared/fields/list-fields.ts';
import { assertScope, scopeFor } from '../../shared/scopes.ts';
import { createSignup } from '../../shared/signups/create-signup.ts';
import { listSignups } from '../../shared/signups/list-signups.ts';
import { removeSignup } from '../../shared/signups/remove-signup.ts';
import { readStats } from '../../shared/stats/read-stats.ts';
import { createWaitlist } from '../../shared/waitlists/create-waitlist.ts';
import { listWaitlists } from '../../shared/waitlists/list-waitlists.ts';
import { readWaitlist } from '../../shared/waitlists/read-waitlist.ts';
import { updateWaitlist } from '../../shared/waitlists/update-waitlist.ts';
import { addressRefusal, windowOfAddress } from '../limits/limits.ts';
import type { WebContext } from '../web-context.ts';
import type { ToolOperations } from './operations.ts';

/** The service's own operations for a caller, each behind its scope as its route is (§5). `ip` is where the call came from. */
export function serviceOperations(ctx: WebContext, caller: Caller, ip: string): ToolOperations {
  const allowed = (operation: keyof typeof scopeFor) => assertScope(caller, scopeFor[operation]);
  return {
    async createWaitlist(input) {
      allowed('createWaitlist');
      return createWaitlist(ctx, caller, input);
    },
    async listWaitlists(page) {
      allowed('listWaitlists');
      return listWaitlists(ctx, caller, page);
    },
    async updateWaitlist(waitlistId, patch) {
      allowed('updateWaitlist');
      return updateWaitlist(ctx, caller, waitlistId, patch);
    },
    async createSignup(waitlistId, input) {
      // Every call counts, refused ones too (C1.12, C8.3a).
      const { calls, resetSeconds } = await ctx.limiter.count([windowOfAddress(caller, waitlistId, ip)]);
      allowed('createSignup');
      const limitReached = addressRefusal(calls[0] ?? 0, resetSeconds);
      if (limitReached) {
        ctx.metrics.rateLimited.inc({ route: '/mcp' });
        await readWaitlist(ctx, caller, waitlistId); // an unknown list is refused as such (C1.1)
        throw limitReached;
      }
      return createSignup(ctx, caller, waitlistId, input);
    },
    async listSignups(waitlistId, query) {
      allowed('listSignups');
      return listSignups(ctx, caller, waitlistId, query);
    },
    async removeSignup(waitlistId, signupId) {
      allowed('removeSignup');
      await removeSignup(ctx, caller, waitlistId, signupId);
    },
    async readStats(waitlistId, query) {
      allowed('readStats');
      return readStats(ctx, caller, waitlistId, query);
    },
    async listFields(waitlistId, page) {
      allowed('listFields');
      return listFields(ctx, caller, waitlistId, page);
    },
  };
}
