import { listOf, type TestList } from '../list.ts';
import type { TestAccount } from '../service/make.ts';
import type { Method, Service } from '../service/service.ts';
import type { TestWorker } from '../service/worker.ts';

/** The page of the account that accepts invitations, in tests. */
const invitePage = 'https://notes.test/welcome';

/** A waitlist whose people can be invited. */
export interface InvitingList extends TestList {
  /** Calls the API with the account's key. `path` begins behind `/v1`. @returns status and body */
  call(method: Method, path: string, payload?: object): Promise<{ status: number; body: Body }>;
  /** Drafts a wave. @throws Error unless it is 201 */
  draft(wave?: object): Promise<Body>;
  /** Drafts a wave, launches it and has the worker invite everybody. @returns the wave */
  launch(wave?: object): Promise<Body>;
  wave(id: string): Promise<Body>;
  invitations(query?: string): Promise<Body[]>;
  /** Invites one person by a link. @returns the id of the invitation and its token */
  inviteByLink(signupId: string): Promise<{ id: string; token: string }>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests compare answers as they came
type Body = any;

/** The token in the link of an invitation. */
export const tokenOf = (url: string): string => new URL(url).searchParams.get('token') ?? '';

/** Drafts a wave of everybody on a waitlist, by links, and sets the page for that. @returns its id */
export async function draftOn(service: Service, account: TestAccount, waitlistId: string): Promise<string> {
  const url = `/v1/waitlists/${waitlistId}`;
  const settings = { invitations: { url: invitePage } };
  await service.call('PATCH', `${url}/settings`, account.key, { payload: settings });
  const payload = { size: 100, deliver: 'link' };
  return (await service.call('POST', `${url}/waves`, account.key, { payload })).json().id;
}

/** Creates a waitlist with a page that accepts invitations. */
export async function makeInvitingList(
  service: Service,
  account: TestAccount,
  worker: TestWorker,
  change?: Record<string, unknown>,
): Promise<InvitingList> {
  const list = listOf(service, account, await service.waitlist(account, change));
  const call: InvitingList['call'] = async (method, path, payload) => {
    const answer = await service.call(method, `/v1${path}`, account.key, payload ? { payload } : {});
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
  };
  const expectStatus = async (status: number, asked: ReturnType<InvitingList['call']>) => {
    const answer = await asked;
    if (answer.status !== status) throw new Error(JSON.stringify(answer));
    return answer.body;
  };
  await expectStatus(
    200,
    call('PATCH', `/waitlists/${list.id}/settings`, { invitations: { url: invitePage } }),
  );
  const draft = (wave = {}) =>
    expectStatus(201, call('POST', `/waitlists/${list.id}/waves`, { size: 100, ...wave }));
  const wave = (id: string) => expectStatus(200, call('GET', `/waves/${id}`));
  return {
    ...list,
    call,
    draft,
    wave,
    async launch(given) {
      const { id } = await draft(given);
      await expectStatus(202, call('POST', `/waves/${id}/launch`));
      await worker.run('send-wave', { id, accountId: account.accountId });
      return wave(id);
    },
    invitations: async (query = '') =>
      (await expectStatus(200, call('GET', `/waitlists/${list.id}/invitations${query}`))).data,
    async inviteByLink(signupId) {
      const path = `/waitlists/${list.id}/signups/${signupId}/invite`;
      const { id, url } = await expectStatus(201, call('POST', path, { deliver: 'link' }));
      return { id, token: tokenOf(url) };
    },
  };
}
