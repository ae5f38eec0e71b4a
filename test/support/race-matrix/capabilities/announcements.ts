import { randomUUID } from 'node:crypto';
import {
  cancelAnnouncement,
  pauseAnnouncement,
  resumeAnnouncement,
} from '../../../../src/shared/capabilities/announcements/control-announcement.ts';
import {
  draftAnnouncement,
  updateAnnouncement,
} from '../../../../src/shared/capabilities/announcements/draft-announcement.ts';
import { launchAnnouncement } from '../../../../src/shared/capabilities/announcements/launch-announcement.ts';
import { sendToMembers } from '../../../../src/shared/capabilities/announcements/sending/send-announcement.ts';
import { rankOf } from '../../../../src/shared/list/mail-state/status.ts';
import { openScans } from '../../../../src/shared/list/signups/search/scans.ts';
import { applyEmailEvents } from '../../../../src/shared/mail/inbound/apply-email-events.ts';
import { hashOfLink } from '../../../../src/shared/mail/mail-events/clicked-link.ts';
import { storeEmailEvents } from '../../../../src/shared/mail/mail-events/event-queries.ts';
import { tellOfPause } from '../../../../src/shared/owner/notices/enqueue-notices.ts';
import { newId, platformAccountId } from '../../../../src/shared/platform/ids.ts';
import { statement, transaction } from '../../../../src/shared/platform/postgres/transaction.ts';
import { addressKeyOf } from '../../../../src/shared/platform/secrets/email-mac.ts';
import { claimByIds } from '../../keys.ts';
import { callerOf, refusalOnly } from '../callers.ts';
import { type Operations, onList, type World } from '../world.ts';
import { mailAll } from './release.ts';

const both = [0, 1] as const;

const webOf = (world: World, at: 0 | 1) => {
  const ctx = world.contexts[at];
  return { ...ctx, scans: openScans(ctx.sql, 4), notifier: world.notifier };
};

const written = { name: 'Race', subject: 'Race', html: '<p>{{email}}</p>' };

/** Drafts an announcement to everybody on the first list. @returns its id and how many people it has */
async function draft(world: World): Promise<{ id: string; selected: number }> {
  const mail = { postal_address: '1 Race Street' };
  await world.call('PATCH', onList(world, '/settings'), { mail });
  return draftAnnouncement(webOf(world, 0), callerOf(world), world.lists[0], written);
}

const launch = (world: World, at: 0 | 1, { id, selected }: { id: string; selected: number }) =>
  launchAnnouncement(webOf(world, at), callerOf(world), id, { expected_count: selected }).catch(refusalOnly);

/** Gives the next members their turn, as a worker that has the job. */
async function send(world: World, at: 0 | 1, id: string): Promise<undefined> {
  const ctx = webOf(world, at);
  const job = (await claimByIds(ctx.sql, 'send-announcement', [id])).get(id);
  if (job) await sendToMembers(ctx, job, tellOfPause(ctx));
  return undefined;
}

/** The mails of announcements that are to be sent. */
async function listMails(world: World): Promise<string[]> {
  const rows = await world.contexts[0].sql<{ id: string }[]>`
    SELECT id FROM mails WHERE account_id = ${world.accountId} AND kind = 'announcement' AND state = 'queued'`;
  return rows.map(({ id }) => id);
}

/** Stores that each of these mails had its link to unsubscribe clicked. @returns the ids of the events */
async function storeClicks(world: World, mails: readonly string[]): Promise<string[]> {
  const events = mails.map((id) => ({
    id: newId(),
    event_id: randomUUID(),
    nonce: null,
    status_rank: rankOf('clicked'),
    occurred_at: new Date().toISOString(),
    provider_message_id: null,
    signup_id: id,
    clicked_link: hashOfLink('{{links.unsubscribe}}'),
  }));
  const origin = { account_id: platformAccountId, provider: 'resend' };
  return statement(world.contexts[0].sql, (tx) => storeEmailEvents(tx, origin, events));
}

/** Applies what providers reported, as a worker that has the jobs. */
async function applyEvents(world: World, at: 0 | 1, ids: readonly string[]): Promise<undefined> {
  const ctx = world.contexts[at];
  const jobs = [...(await claimByIds(ctx.sql, 'apply-email-event', ids)).values()];
  const addressKey = addressKeyOf(await ctx.linkSigner());
  await transaction(ctx.sql, (tx) => applyEmailEvents(tx, jobs, addressKey));
  return undefined;
}

/** Operations of announcements. */
export const announcements: Operations = {
  'launch announcements': {
    async prepare(world) {
      const drafted = await draft(world);
      return both.map((at) => async () => {
        await launch(world, at, drafted);
        return send(world, at, drafted.id);
      });
    },
  },
  'change drafts': {
    async prepare(world) {
      const { id } = await draft(world);
      return both.map((at) => async () => {
        await updateAnnouncement(webOf(world, at), callerOf(world), id, { name: `Race ${at}` }).catch(
          refusalOnly,
        );
        return undefined;
      });
    },
  },
  'pause announcements': {
    async prepare(world) {
      const drafted = await draft(world);
      await launch(world, 0, drafted);
      await send(world, 0, drafted.id);
      return both.map((at) => async () => {
        const ctx = webOf(world, at);
        await pauseAnnouncement(ctx, callerOf(world), drafted.id).catch(refusalOnly);
        await resumeAnnouncement(ctx, callerOf(world), drafted.id).catch(refusalOnly);
        return send(world, at, drafted.id);
      });
    },
  },
  'cancel announcements': {
    async prepare(world) {
      const drafted = await draft(world);
      await launch(world, 0, drafted);
      await send(world, 0, drafted.id);
      return both.map((at) => async () => {
        await cancelAnnouncement(webOf(world, at), callerOf(world), drafted.id).catch(refusalOnly);
        return undefined;
      });
    },
  },
  'mail announcements': {
    async prepare(world) {
      const drafted = await draft(world);
      await launch(world, 0, drafted);
      await send(world, 0, drafted.id);
      const ids = await listMails(world);
      return [
        () => mailAll(world.contexts[0], ids),
        () => mailAll(world.contexts[1], ids.toReversed()),
        () => send(world, 0, drafted.id),
      ];
    },
  },
  'click links of announcements': {
    async prepare(world) {
      const drafted = await draft(world);
      await launch(world, 0, drafted);
      await send(world, 0, drafted.id);
      const mails = await listMails(world);
      await mailAll(world.contexts[0], mails);
      const clicks = await Promise.all(both.map(() => storeClicks(world, mails)));
      return clicks.map((ids, at) => () => applyEvents(world, at === 0 ? 0 : 1, ids));
    },
  },
};
