import type { TellOfPause } from '../../capabilities/announcements/index.ts';
import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import type { JobNotification } from '../../platform/queue/jobs.ts';
import { enqueue } from '../../platform/queue/outbox.ts';
import type { Context } from '../context.ts';
import { enqueueMails, findChat } from './queries.ts';
import type { NoticeFacts } from './schema.ts';

/** The jobs to notify workers of after the commit. */
export interface NoticeJobs {
  readonly mails: readonly JobNotification[];
  readonly messages: readonly JobNotification[];
}

export const noNoticeJobs: NoticeJobs = { mails: [], messages: [] };

/**
 * Enqueues the mails to the users of an account, and the message to its chat if it asked for one (N8). A
 * service without credentials of its own mails nobody. A chat that fails itself gets no message about that.
 */
export async function enqueueNotices(
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  accountId: string,
  facts: NoticeFacts,
): Promise<NoticeJobs> {
  const mails = config.email.managed ? await enqueueMails(tx, accountId, facts) : [];
  const chat = await findChat(tx, accountId);
  if (!chat || ('integration_type' in facts && facts.integration_type === chat))
    return { mails, messages: [] };
  const id = newId();
  await enqueue(tx, 'post-notice', id, accountId, { chat, facts });
  return { mails, messages: [{ id, accountId }] };
}

/**
 * Tells the users of an account that their announcement has paused itself, in the transaction that pauses it.
 */
export const tellOfPause =
  (ctx: Pick<Context, 'config'> & { readonly notifier: JobNotifier }): TellOfPause =>
  async (tx, accountId, paused) => {
    const { mails, messages } = await enqueueNotices(ctx, tx, accountId, {
      about: 'announcement',
      ...paused,
    });
    return () => {
      ctx.notifier.notify('send-notice', mails);
      ctx.notifier.notify('post-notice', messages);
    };
  };
