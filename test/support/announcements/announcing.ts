import { listOf, type TestList } from '../list.ts';
import type { TestAccount } from '../service/make.ts';
import type { Method, Service } from '../service/service.ts';
import type { TestWorker } from '../service/worker.ts';

/** A waitlist whose people can be written to. */
export interface AnnouncingList extends TestList {
  /** Calls the API with the account's key. `path` begins behind `/v1`. @returns status and body */
  call(method: Method, path: string, payload?: object): Promise<{ status: number; body: Body }>;
  /** Drafts an announcement. @throws Error unless it is 201 */
  draft(given?: object): Promise<Body>;
  /** Drafts an announcement and launches it. @returns its id */
  launch(given?: object, launch?: object): Promise<string>;
  read(id: string): Promise<Body>;
  /** Gives members their turns, and sends their mails, until the announcement ends, waits or pauses. */
  work(id: string): Promise<Body>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests compare answers as they came
type Body = any;

const postalAddress = 'Notes Ltd\n1 Long Street\nBerlin';

/** Drafts an announcement to everybody on a waitlist. @returns its id */
export async function draftAnnouncementOn(
  service: Service,
  account: TestAccount,
  waitlistId: string,
): Promise<string> {
  const payload = { name: 'News', subject: 'News', html: '<p>News</p>' };
  const url = `/v1/waitlists/${waitlistId}/announcements`;
  return (await service.call('POST', url, account.key, { payload })).json().id;
}

/** Creates a waitlist with a postal address. */
export async function makeAnnouncingList(
  service: Service,
  account: TestAccount,
  worker?: TestWorker,
): Promise<AnnouncingList> {
  const list = listOf(service, account, await service.waitlist(account));
  const call: AnnouncingList['call'] = async (method, path, payload) => {
    const answer = await service.call(method, `/v1${path}`, account.key, payload ? { payload } : {});
    const isJson = String(answer.headers['content-type']).includes('json');
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.body };
  };
  const expectStatus = async (status: number, asked: ReturnType<AnnouncingList['call']>) => {
    const answer = await asked;
    if (answer.status !== status) throw new Error(JSON.stringify(answer));
    return answer.body;
  };
  const settings = { mail: { postal_address: postalAddress } };
  await expectStatus(200, call('PATCH', `/waitlists/${list.id}/settings`, settings));
  const draft = (given = {}) =>
    expectStatus(
      201,
      call('POST', `/waitlists/${list.id}/announcements`, {
        name: 'We launch',
        subject: 'We launch on Tuesday, {{email}}',
        html: '<p>Hello {{email}}, you are number {{position}}.</p>',
        ...given,
      }),
    );
  const read = (id: string) => expectStatus(200, call('GET', `/announcements/${id}`));
  return {
    ...list,
    call,
    draft,
    read,
    async launch(given, launch = {}) {
      const { id, selected } = await draft(given);
      await expectStatus(
        202,
        call('POST', `/announcements/${id}/launch`, { expected_count: selected, ...launch }),
      );
      return id;
    },
    async work(id) {
      if (!worker) throw new Error('a worker is needed');
      await service.sql`
        UPDATE outbox SET due_at = clock_timestamp() WHERE job = 'send-announcement' AND id = ${id} AND due_at > clock_timestamp()`;
      let hasEnded = false;
      const running = worker.run('send-announcement', { id, accountId: account.accountId }).finally(() => {
        hasEnded = true;
      });
      while (!hasEnded) await sendMails(worker);
      await running;
      await worker.sendAll();
      return read(id);
    },
  };
}

async function sendMails(worker: TestWorker): Promise<void> {
  await worker.sendAll();
  await new Promise((resolve) => setTimeout(resolve, 20));
}
