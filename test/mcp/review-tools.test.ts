import { expect, test } from 'vitest';
import { makeJudgingList } from '../support/referrals/judging.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

test('review_signups counts first, and changes only with that count (N4)', async () => {
  const account = await service.account();
  const list = await makeJudgingList(service, account);
  await list.refer('bot@mailinator.com');
  const call = async (name: string, args: object, key = account.key) => {
    const answer = await service.call('POST', '/mcp/x/reviews', key, {
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      headers: { accept: 'application/json, text/event-stream', host: 'localhost' },
    });
    return answer.json().result;
  };
  const listed = await call('list_reviews', { waitlistId: list.id, referrerId: list.referrer.id });
  expect(listed.structuredContent).toMatchObject({ total: 1, data: [{ email: 'bot@mailinator.com' }] });
  const asked = { waitlistId: list.id, action: 'approve', domain: 'mailinator.com' };
  expect((await call('review_signups', asked)).structuredContent).toEqual({
    ...{ matched: 1, changed: 0 },
    next: 'Nothing is done yet. Tell the user the number, then make the same call with count 1.',
  });
  expect(await call('review_signups', { ...asked, count: 2 })).toMatchObject({ isError: true });
  expect(await call('review_signups', { waitlistId: list.id, action: 'approve' })).toMatchObject({
    isError: true,
  });
  const reader = await service.key(account, ['reviews:read']);
  expect(await call('review_signups', asked, reader)).toMatchObject({ isError: true });
  expect(await list.credits()).toBe(0);
  expect((await call('review_signups', { ...asked, count: 1 })).structuredContent).toEqual({
    matched: 1,
    changed: 1,
  });
  expect(await list.credits()).toBe(1);
});
