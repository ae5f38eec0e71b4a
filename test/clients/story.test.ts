import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/shared/platform/ids.ts';
import { useService } from '../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../support/service/worker.ts';
import { languages } from './languages.ts';

describe.each(languages)('the client in $name, with the running service', ({ isInstalled, run }) => {
  const service = useService();
  let url: string;
  let worker: TestWorker;
  beforeAll(async () => {
    url = await service.app.listen({ host: '127.0.0.1', port: 0 });
    worker = openTestWorker(service);
  });
  afterAll(() => worker.close());

  test.skipIf(!isInstalled)(
    'signs up, pages, exports, changes settings, tells errors apart and reads the feed',
    async () => {
      const account = await service.account();
      const free = await service.account({ plan: 'free' });
      await service.call('GET', '/v1/events', account.key);
      const given = {
        base_url: url,
        api_key: account.key,
        reading_key: await service.key(account, ['waitlists:read']),
        free_key: free.key,
        unknown_id: newId(),
      };
      const report = (await run('story', given)) as Record<string, unknown>;
      const positions = Array.from({ length: 252 }, (_, index) => 252 - index);
      expect(report).toMatchObject({
        repeated: true,
        positions: [1, 2],
        created: true,
        added: 250,
        found: [['ada@example.com', null, []]],
        exported: 2,
        site: ['https://acme.com/', null],
        all: positions,
        oldest: ['bob@example.com'],
        few: positions.slice(0, 3),
        status: 1,
        audit: true,
      });
      const error = (kind: string, status: number, more = {}) => ({
        kind,
        code: kind,
        status,
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        retry_after: 0,
        field: '',
        problem: '',
        ...more,
      });
      const emailProblem = { field: 'email', problem: 'must be an email address' };
      expect(report.errors).toMatchObject([
        error('not_found', 404),
        error('conflict', 409, { message: 'A waitlist with this name already exists.' }),
        error('invalid_request', 400, emailProblem),
        error('unauthorized', 401),
        error('forbidden', 403),
        error('quota_exceeded', 402),
        error('not_found', 404),
      ]);

      while ((await worker.fanOut()).length > 0); // the feed has an event once it is fanned out
      const read = async (after: string) => (await run('events', { ...given, after })) as string[][];
      const events = await read('');
      expect(events.map(([type]) => type)).toEqual(Array(252).fill('signup.created'));
      expect(new Set(events.map(([, email]) => email)).size).toBe(252);
      const cursors = events.map(([, , cursor]) => cursor ?? '');
      const [first = '', last = ''] = [cursors[199], cursors[251]];
      expect(cursors).toEqual([...Array(199).fill(''), ...Array(52).fill(first), last]);
      expect(await read(first)).toEqual(events.slice(200));
      expect(await read(last)).toEqual([]);
    },
  );

  test.skipIf(!isInstalled)('waits for the limit of requests, and then goes on', async () => {
    const account = await service.account({ requestsPerMinute: 1 });
    const answers: number[] = [];
    // Instead of the whole minute: the service is asked, and what it refuses is allowed after a second.
    const server = createServer(async (request, response) => {
      const answer = await fetch(`${url}${request.url}`, {
        headers: { authorization: String(request.headers.authorization) },
      });
      answers.push(answer.status);
      if (answer.status === 429)
        await service.sql`UPDATE accounts SET requests_per_minute = 1000 WHERE id = ${account.accountId}`;
      const retryAfter = answer.status === 429 ? { 'retry-after': '1' } : {};
      response.writeHead(answer.status, { 'content-type': 'application/json', ...retryAfter });
      response.end(await answer.text());
    }).listen(0, '127.0.0.1');
    try {
      await new Promise((done) => server.once('listening', done));
      const { port } = server.address() as { port: number };
      const operation = {
        resource: 'account',
        method: 'read',
        go_resource: 'Account',
        go_method: 'Read',
        arguments: [],
        query: {},
        idempotency_key: '',
      };
      const report = await run('operations', {
        base_url: `http://127.0.0.1:${port}`,
        api_key: account.key,
        operations: Array(4).fill(operation),
      });
      expect(report).toEqual(Array(4).fill({ answer: expect.objectContaining({ plan: 'scale' }) }));
      expect(answers.filter((status) => status === 200).length).toBe(4);
      expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
