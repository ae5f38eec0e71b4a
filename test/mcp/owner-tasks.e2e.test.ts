import { Client, StreamableHTTPClientTransport } from 'mcp-client-newest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAccount } from '../support/service/make.ts';
import { type ServiceProcess, startProcess } from '../support/service/processes.ts';
import { useService } from '../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../support/service/worker.ts';

// biome-ignore lint/suspicious/noExplicitAny: an agent takes what the tools give
type Result = any;
type Call = (name: string, args?: Record<string, unknown>) => Promise<Result>;

/** What an owner asks for, and how an agent does it with tools alone. */
interface Task {
  readonly ask: string;
  /** More than so many calls would be too slow. */
  readonly calls: number;
  play(call: Call, list: string): Promise<unknown>;
  readonly answer: unknown;
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const tasks: readonly Task[] = [
  {
    ask: 'How many came this week?',
    calls: 2,
    play: async (call, waitlistId) => (await call('get_waitlist_stats', { waitlistId })).growth.last_7,
    answer: 76,
  },
  {
    ask: 'Which post worked?',
    calls: 2,
    async play(call, waitlistId) {
      const { by_source: sources } = await call('get_waitlist_stats', { waitlistId, from: daysAgo(30) });
      return sources.find(({ source }: Result) => source !== 'direct').source;
    },
    answer: 'launch post',
  },
  {
    ask: 'Who referred the most last week?',
    calls: 2,
    async play(call, waitlistId) {
      const { data } = await call('top_referrers', { waitlistId, from: daysAgo(7), limit: 3 });
      return data.map(({ email, referred }: Result) => [email, referred]);
    },
    answer: [
      ['ada@example.com', 3],
      ['bob@example.com', 1],
    ],
  },
  {
    ask: 'Why did Ada never get her mail?',
    calls: 1,
    async play(call) {
      const { last_mails: mails, suppressions } = await call('find_person', { email: 'ada@example.com' });
      return [mails[0].state, mails[0].error, suppressions.length];
    },
    answer: ['failed', '550 no such mailbox', 0],
  },
  {
    ask: 'Where is Cy on the list, and who sent her?',
    calls: 3,
    async play(call, waitlistId) {
      const { data } = await call('find_signups', { waitlistId, email: 'cy@example.com' });
      const [{ position, referred_by: signupId }] = data;
      return [position, (await call('get_signup', { waitlistId, signupId })).email];
    },
    answer: [3, 'ada@example.com'],
  },
  {
    ask: 'How did the last wave go?',
    calls: 2,
    async play(call, waitlistId) {
      const { name, sent, converted } = await call('get_wave', { waitlistId });
      return [name, sent, converted];
    },
    answer: ['First', 2, 1],
  },
  {
    ask: 'Invite the next 50 who said pro, but not from Acme.',
    calls: 3,
    async play(call, waitlistId) {
      const pro = { fields: { plan: 'pro' }, notEmailDomains: ['acme.test'], match: 'any_case' };
      const draft = { waitlistId, size: 50, ...pro, deliver: 'link', name: 'Pro' };
      const { id: waveId, matched, selected, sample } = await call('draft_wave', draft);
      await call('launch_wave', { waveId, expectedCount: selected }); // the user has agreed
      return [matched, selected, sample.some(({ email }: Result) => email.endsWith('@acme.test'))];
    },
    answer: [60, 50, false],
  },
  {
    ask: 'Hand over stickers to everybody who earned them.',
    calls: 3,
    async play(call, waitlistId) {
      const { matched: count } = await call('fulfil_rewards', { waitlistId, reward: 'stickers' });
      return (await call('fulfil_rewards', { waitlistId, reward: 'stickers', count })).changed;
    },
    answer: 1,
  },
  {
    ask: 'Unsubscribe Bob.',
    calls: 1,
    play: async (call) => (await call('stop_mails', { email: 'bob@example.com' })).reason,
    answer: 'manual',
  },
  {
    ask: 'Put these three from the meetup on the list, and mail nobody.',
    calls: 2,
    async play(call, waitlistId) {
      const signups = ['eve', 'fay', 'gus'].map((name) => ({
        email: `${name}@example.com`,
        utmSource: 'meetup',
      }));
      return (await call('add_signups', { waitlistId, signups, count: 3 })).created;
    },
    answer: 3,
  },
  {
    ask: 'Tell everybody who said pro that we open on Tuesday.',
    calls: 3,
    async play(call, waitlistId) {
      const { id: announcementId, selected } = await call('draft_announcement', {
        ...{
          waitlistId,
          name: 'Opening',
          subject: 'We open on Tuesday',
          filter: { fields: { plan: 'pro' } },
        },
        design: { headline: 'We open', text: 'On Tuesday.', buttonText: 'See', buttonUrl: 'https://a.test' },
      });
      const launched = await call('launch_announcement', { announcementId, expectedCount: selected });
      return launched.expected_count;
    },
    answer: 70,
  },
  {
    ask: 'Take the test address off the list.',
    calls: 3,
    async play(call, waitlistId) {
      const { id } = await call('get_signup_position', { waitlistId, email: 'test@example.com' });
      return call('remove_signup', { waitlistId, signupId: id });
    },
    answer: { removed: true },
  },
];

describe('an agent without a model', () => {
  const service = useService();
  let account: TestAccount;
  let worker: TestWorker;
  let web: ServiceProcess;
  let client: Client;
  let list: string;
  const played: { task: string; calls: number }[] = [];

  const post = async (path: string, payload: object) => {
    const answer = await service.call('POST', path, account.key, { payload });
    expect([path, answer.statusCode, answer.body]).toEqual([path, expect.any(Number), expect.anything()]);
    expect(answer.statusCode).toBeLessThan(300);
    return answer.json();
  };

  beforeAll(async () => {
    account = await service.account();
    worker = openTestWorker(service);
    list = await service.waitlist(account);
    await post(`/v1/waitlists/${list}/fields`, { key: 'plan', label: 'Plan', type: 'string' });
    await post(`/v1/waitlists/${list}/fields`, { key: 'company', label: 'Company', type: 'string' });
    await service.call('PATCH', `/v1/waitlists/${list}/settings`, account.key, {
      payload: {
        invitations: { url: 'https://notes.test/welcome' },
        mail: { postal_address: 'Notes Ltd, 1 Long Street, Berlin' },
      },
    });
    const join = async (name: string, more: object = {}) =>
      (await service.signUp(account, list, { email: `${name}@example.com`, ...more })).json();
    const ada = await join('ada');
    const bob = await join('bob', { utm_source: 'newsletter' });
    for (const name of ['cy', 'di', 'ed'])
      await join(name, { referral_code: ada.referral_code, utm_source: 'launch post' });
    await join('test', { referral_code: bob.referral_code });
    await post(`/v1/waitlists/${list}/signups/bulk`, {
      signups: Array.from({ length: 70 }, (_, n) => ({
        email: n % 7 === 0 ? `p${n}@acme.test` : `p${n}@example.com`,
        fields: { plan: 'pro', company: n % 7 === 0 ? 'Acme' : 'Other' },
        ...(n < 20 && { utm_source: 'launch post' }),
      })),
    });
    await service.call('DELETE', `/v1/waitlists/${list}/signups/${(await join('gone')).id}`, account.key);
    await service.sql`UPDATE mails SET state = 'failed', error = '550 no such mailbox' WHERE id = ${ada.id}`;
    await service.sql`
      INSERT INTO reward_grants (account_id, signup_id, at, waitlist_id, key, referral_count)
      VALUES (${account.accountId}, ${ada.id}, 3, ${list}, 'stickers', 3)`;
    const first = { size: 2, deliver: 'link', name: 'First', filter: { ids: [ada.id, bob.id] } };
    const { id: waveId } = await post(`/v1/waitlists/${list}/waves`, first);
    await post(`/v1/waves/${waveId}/launch`, {});
    await worker.run('send-wave', { id: waveId, accountId: account.accountId });
    await post('/v1/conversions', { waitlist_id: list, signup_id: bob.id });

    web = await startProcess('web', service.env);
    client = new Client({ name: 'agent', version: '1' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp/x/all', web.url), {
        requestInit: { headers: { authorization: `Bearer ${account.key}` } },
      }),
    );
  });
  afterAll(async () => {
    console.table(played);
    await client?.close();
    await web?.stop();
    await worker?.close();
  });

  test.each(tasks)('$ask', async ({ ask, calls, play, answer }) => {
    let count = 0;
    const call: Call = async (name, args = {}) => {
      count += 1;
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
      expect([name, isError ?? false, content]).toEqual([name, false, content]);
      return structuredContent;
    };
    /** Looked up where a task needs it: an owner names no id. */
    const named = play.length > 1 ? (await call('list_waitlists')).data[0].id : '';
    expect(await play(call, named)).toEqual(answer);
    played.push({ task: ask, calls: count });
    expect(count).toBeLessThanOrEqual(calls);
  });

  test('learns from a result what comes next, by tools that are there', async () => {
    const next = async (name: string, args: Record<string, unknown>) => {
      const { structuredContent, content } = await client.callTool({ name, arguments: args });
      expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
      return (structuredContent as Result).next as string | undefined;
    };
    const reward = { waitlistId: list, reward: 'stickers', fulfilled: false };
    const told = [
      await next('draft_wave', { waitlistId: list, size: 3, deliver: 'link' }),
      await next('draft_announcement', { waitlistId: list, name: 'A', subject: 'B', html: '<p>C</p>' }),
      await next('fulfil_rewards', reward),
    ];
    expect(told).toEqual([
      'Show the user the 3 people, then launch_wave with expectedCount 3.',
      expect.stringMatching(/^Show the user the text and the \d+ people, then launch_announcement with exp/),
      'Nothing is done yet. Tell the user the number, then make the same call with count 1.',
    ]);
    const { tools } = await client.listTools();
    const named = told.flatMap((text) => text?.match(/[a-z]+_[a-z_]+/g) ?? []);
    expect(named.filter((name) => !tools.some((tool) => tool.name === name))).toEqual([]);
    expect(await next('fulfil_rewards', { ...reward, count: 1 })).toBeUndefined();
    expect(await next('find_signups', { waitlistId: list })).toBeUndefined();
  });

  test('learns what to do next from an error, where it would have to guess', async () => {
    const fail = async (name: string, args: Record<string, unknown>) => {
      const { content, isError } = await client.callTool({ name, arguments: args });
      const [{ text = '' } = {}] = content as { text?: string }[];
      expect(isError).toBe(true);
      return JSON.parse(text);
    };
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(await fail('get_waitlist_stats', { waitlistId: unknown })).toEqual({
      error: { code: 'not_found', message: 'No such waitlist.' },
      next: 'list_waitlists has the ids.',
    });
    expect(await fail('get_signup', { waitlistId: list, signupId: unknown })).toMatchObject({
      next: 'get_signup_position has the ids.',
    });
    expect(await fail('get_wave', { waveId: unknown })).not.toHaveProperty('next');
    expect(await fail('add_signup', { waitlistId: list, email: 'x' })).not.toHaveProperty('next');
    const adds = Array.from({ length: 21 }, (_, n) =>
      client.callTool({ name: 'add_signup', arguments: { waitlistId: list, email: `n${n}@example.com` } }),
    );
    await Promise.all(adds);
    expect(await fail('add_signup', { waitlistId: list, email: 'n99@example.com' })).toMatchObject({
      error: { code: 'rate_limited' },
      next: expect.stringMatching(/^Wait \d+ s, then make the same call again\.$/),
    });
  });
});
