import { afterAll, beforeAll } from 'vitest';
import { type MailSink, startMailSink } from '../mail-sink.ts';
import { useService } from '../service/service.ts';
import { openTestWorker, type TestWorker } from '../service/worker.ts';

const job = 'send-user-link';

/** A service with a mail server of its own, and a worker that sends the mails to users. */
export function useUserMails(env: NodeJS.ProcessEnv = {}) {
  let mails: MailSink;
  let worker: TestWorker;
  const service = useService(env, async () => {
    mails = await startMailSink({
      refuse: (to) => (to.startsWith('refused') ? '550 No such user' : undefined),
    });
    env.MANAGED_EMAIL_URL = mails.url;
  });
  beforeAll(() => {
    worker = openTestWorker(service, env);
  });
  afterAll(async () => {
    await worker.close();
    await mails.close();
  });
  return {
    service,
    worker: () => worker,
    /** Sends what waits. @returns the newest mail to an address, with the path of its link */
    async newestTo(address: string) {
      const jobs = await service.sql<{ id: string; account_id: string }[]>`
        SELECT id, account_id FROM outbox WHERE job = ${job} ORDER BY id`;
      for (const { id, account_id: accountId } of jobs) await worker.run(job, { id, accountId });
      const all = await mails.mailsTo(address);
      const newest = all.at(-1);
      const [, link = ''] = /href="([^"]+)"/.exec(newest?.html ?? '') ?? [];
      const { pathname, searchParams } = new URL(link || 'http://none.test');
      const token = searchParams.get('token') ?? '';
      return {
        count: all.length,
        subject: newest?.subject,
        text: newest?.text ?? '',
        pathname,
        token,
        path: `${pathname}?token=${token}`,
      };
    },
  };
}
