import { expireDue } from '../../../../src/shared/capabilities/release/invitations/end-invitations.ts';
import { inviteSignup } from '../../../../src/shared/capabilities/release/invitations/invite-signup.ts';
import { cancelWave, revokeNext } from '../../../../src/shared/capabilities/release/waves/cancel-wave.ts';
import { draftWave } from '../../../../src/shared/capabilities/release/waves/draft-wave.ts';
import { launchWave } from '../../../../src/shared/capabilities/release/waves/launch-wave.ts';
import { WaveInput } from '../../../../src/shared/capabilities/release/waves/schema.ts';
import { sendMembers } from '../../../../src/shared/capabilities/release/waves/send-wave.ts';
import type { Context } from '../../../../src/shared/context.ts';
import { rankOf } from '../../../../src/shared/list/mail-state/status.ts';
import { openScans } from '../../../../src/shared/list/signups/search/scans.ts';
import { finishEmails } from '../../../../src/shared/mail/sending/outcome-queries.ts';
import { startEmails } from '../../../../src/shared/mail/sending/start-emails.ts';
import { transaction } from '../../../../src/shared/platform/postgres/transaction.ts';
import { claimByIds } from '../../keys.ts';
import { callerOf, refusalOnly } from '../callers.ts';
import { type Operations, onList, type RacingSignup, type World } from '../world.ts';

const webOf = (world: World, at: 0 | 1) => {
  const ctx = world.contexts[at];
  return { ...ctx, scans: openScans(ctx.sql, 4), notifier: world.notifier };
};

/** Lets people be invited. */
async function openDoor(world: World): Promise<void> {
  const invitations = { url: 'https://notes.test/welcome' };
  await world.call('PATCH', onList(world, '/settings'), { invitations });
}

/** Invites people. @returns their invitations, with the links that they got */
async function inviteAll(world: World, signups: readonly RacingSignup[], deliver: 'email' | 'link') {
  await openDoor(world);
  const made = [];
  for (const { id, email } of signups) {
    const input = { deliver, expires_in_days: 1 };
    const invited = await inviteSignup(webOf(world, 0), callerOf(world), world.lists[0], id, input).catch(
      refusalOnly,
    );
    if (invited) made.push({ ...invited, address: email });
  }
  await world.contexts[0].sql`
    UPDATE invitations SET last_mailed_at = last_mailed_at - interval '2 hours' WHERE account_id = ${world.accountId}`;
  return made;
}

/** Starts mails and records that they left, as a worker does. */
export async function mailAll({ sql, ...ctx }: Context, ids: readonly string[]): Promise<undefined> {
  const jobs = [...(await claimByIds(sql, 'send-signup-email', [...ids])).values()];
  const started = await startEmails({ sql, ...ctx }, jobs);
  const outcomes = [...started.values()].map(
    ({ accountId, message, leaseToken, stoppedBy, kind, signupId }) => {
      const state = stoppedBy === null ? ('sent' as const) : ('suppressed' as const);
      return {
        ...{ account_id: accountId, id: message.emailId, lease_token: leaseToken, state },
        ...{ kind, signup_id: signupId },
        ...{ status_rank: rankOf(state), ambiguous: false, message_id: message.messageId },
        ...{ provider_message_id: null, error: null },
      };
    },
  );
  await transaction(sql, (tx) => finishEmails(tx, outcomes));
  return undefined;
}

/** Operations of invitations (N5). */
export const release: Operations = {
  'launch waves': {
    async prepare(world) {
      await openDoor(world);
      const caller = callerOf(world);
      const waves: string[] = [];
      for (const deliver of ['email', 'link'] as const) {
        const input = WaveInput.parse({ size: 10, deliver });
        const wave = await draftWave(webOf(world, 0), caller, world.lists[0], input).catch(refusalOnly);
        if (wave) waves.push(wave.id);
      }
      const both = [0, 1] as const;
      return both.flatMap((at) =>
        (at === 0 ? waves : waves.toReversed()).map((id) => async () => {
          await launchWave(webOf(world, at), caller, id).catch(refusalOnly);
          await sendMembers(webOf(world, at), { accountId: world.accountId, id });
          return undefined;
        }),
      );
    },
  },
  'cancel a wave': {
    async prepare(world) {
      await openDoor(world);
      const caller = callerOf(world);
      const input = WaveInput.parse({ size: 10, per_hour: 120 });
      const wave = await draftWave(webOf(world, 0), caller, world.lists[0], input).catch(refusalOnly);
      if (!wave) return [];
      const key = { accountId: world.accountId, id: wave.id };
      await launchWave(webOf(world, 0), caller, wave.id).catch(refusalOnly);
      await sendMembers(webOf(world, 0), key);
      return ([0, 1] as const).map((at) => async () => {
        await cancelWave(webOf(world, at), caller, wave.id).catch(refusalOnly);
        await revokeNext(world.contexts[at], key, undefined);
        return undefined;
      });
    },
  },
  'invite people': {
    async prepare(world, signups) {
      await openDoor(world);
      return [...signups, ...signups].map(
        ({ id }) =>
          () =>
            world.call('POST', onList(world, `/signups/${id}/invite`), { deliver: 'email' }),
      );
    },
  },
  'mail invitations': {
    async prepare(world, signups) {
      await inviteAll(world, signups, 'email');
      const rows = await world.contexts[0].sql<{ mail_id: string }[]>`
        SELECT mail_id FROM invitations WHERE account_id = ${world.accountId} AND mail_id IS NOT NULL`;
      const ids = rows.map(({ mail_id }) => mail_id);
      return [() => mailAll(world.contexts[0], ids), () => mailAll(world.contexts[1], ids.toReversed())];
    },
  },
  'end invitations': {
    async prepare(world, signups) {
      const made = await inviteAll(world, signups, 'link');
      return made.flatMap(({ id, url, address }) => {
        const token = new URL(url ?? '').searchParams.get('token');
        return [
          () => world.call('POST', `/v1/invitations/${id}/resend`),
          () => world.call('POST', '/v1/conversions', { token, email: address }),
          () => world.call('POST', '/v1/invitations/decline', { token }),
          () => world.call('POST', `/v1/invitations/${id}/revoke`),
        ];
      });
    },
  },
  'convert people': {
    async prepare(world, signups) {
      await inviteAll(world, signups.slice(0, 2), 'email');
      return [...signups, ...signups].map(
        ({ id }) =>
          () =>
            world.call('POST', '/v1/conversions', { waitlist_id: world.lists[0], signup_id: id }),
      );
    },
  },
  'expire invitations': {
    async prepare(world, signups) {
      await inviteAll(world, signups, 'email');
      await world.contexts[0].sql`
        UPDATE invitations SET expires_at = clock_timestamp() WHERE account_id = ${world.accountId}`;
      return ([0, 1] as const).map((at) => async () => {
        await expireDue(webOf(world, at), new AbortController().signal);
        return undefined;
      });
    },
  },
};
