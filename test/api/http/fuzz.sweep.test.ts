import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errorStatus } from '../../../src/shared/platform/errors.ts';
import { draftAnnouncementOn } from '../../support/announcements/announcing.ts';
import { anyJson, anyText } from '../../support/fuzz/naughty.ts';
import {
  type ApiDocument,
  type FuzzRequest,
  type FuzzTarget,
  pluginTargets,
  type ToolDescription,
  targetsOf,
  toolTargets,
  withOwn,
} from '../../support/fuzz/requests.ts';
import { insertReadyImport } from '../../support/imports/imports.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { listRoutes, type Route } from '../../support/service/routes.ts';
import { type Method, useService } from '../../support/service/service.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { triesAll } from '../../support/values/tries-all.ts';

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
/** Counts instead of times, so that a seed gives the same requests on a busy machine. */
const requestsPerTarget = triesAll ? 50 : 6;
/** An operation with little that requests could differ in gets fewer: so many for each of its parts. */
const requestsPerPart = triesAll ? 10 : 2;
/** The most requests until every operation has succeeded once. */
const mostRequests = 1_000;
const requestsPerTool = triesAll ? 20 : 3;
const valuesPerField = triesAll ? 25 : 8;

describe('the API under random requests', () => {
  const nowhere = 'http://127.0.0.1:9';
  const service = useService({
    LOOPS_API_URL: nowhere,
    KIT_API_URL: nowhere,
    ADMIN_USER: 'ops',
    ADMIN_PASSWORD: 'sesame',
  });
  /** The schemas of answers by operation. */
  let routes: Map<string, Route>;
  let document: ApiDocument;
  let account: TestAccount;
  let own: Record<string, string>;
  let calls = 0;

  beforeAll(async () => {
    console.log(`FUZZ_SEED=${seed}`);
    document = (await service.call('GET', '/openapi.json')).json();
    const declared = await listRoutes(service.ctx);
    routes = new Map(declared.map((route) => [route.schema?.operationId ?? '', route]));
    account = await service.account();
    own = await makeOwn();
  });

  /** Creates a waitlist with a signup and fields of every type, and a webhook. */
  async function makeOwn(): Promise<Record<string, string>> {
    const id = await service.waitlist(account, { referral_bonus: 2 });
    for (const type of ['string', 'number', 'boolean']) {
      const payload = { key: type, label: type, type };
      await service.call('POST', `/v1/waitlists/${id}/fields`, account.key, { payload });
    }
    const payload = { config: { url: 'http://127.0.0.1:9/own' } };
    await service.call('PUT', '/v1/integrations/webhook', account.key, { payload });
    const abuse = { mode: 'monitor' };
    await service.call('PATCH', `/v1/waitlists/${id}/settings`, account.key, {
      payload: { abuse, invitations: { url: 'https://own.example/in' } },
    });
    const friend = (await service.signUp(account, id, { email: 'friend@example.org' })).json();
    const { referral_code } = friend;
    const signup = await service.signUp(account, id, { email: 'own@example.com', referral_code });
    const invite = `/v1/waitlists/${id}/signups/${friend.id}/invite`;
    const invited = await service.call('POST', invite, account.key, { payload: { deliver: 'link' } });
    // An account has few drafts of one day.
    await service.sql`UPDATE waves SET created_at = created_at - interval '2 days'`;
    await service.sql`UPDATE invitations SET last_mailed_at = last_mailed_at - interval '2 hours'`;
    const draft = { payload: { size: 1, deliver: 'link' } };
    const wave = await service.call('POST', `/v1/waitlists/${id}/waves`, account.key, draft);
    await service.sql`UPDATE announcements SET state = 'cancelled'`;
    const announcementId = await draftAnnouncementOn(service, account, id);
    const importId = await insertReadyImport(service.sql, account.accountId, id);
    const segment = { payload: { name: 'Own', filter: { fields: { string: 'x' } } } };
    const named = await service.call('POST', `/v1/waitlists/${id}/segments`, account.key, segment);
    return {
      ...{ id, signupId: signup.json().id, key: 'string', type: 'webhook' },
      ...{ waveId: wave.json().id, announcementId, invitationId: invited.json().id, importId },
      segmentId: named.json().id,
    };
  }

  async function send(method: string, request: FuzzRequest): Promise<LightMyRequestResponse> {
    calls += 1;
    const { path, headers, body } = withOwn(request, own);
    return service.call(method as Method, path, account.key, {
      ...(body !== undefined && { payload: body }),
      headers: {
        'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
        ...headers,
      },
    });
  }

  /** Sends `count` requests to a target. */
  async function fuzz(
    { method, requests }: FuzzTarget,
    count: number,
    check: (answer: LightMyRequestResponse) => Promise<void> | void,
    round = 0,
  ): Promise<void> {
    const property = fc.asyncProperty(requests, async (request) => check(await send(method, request)));
    await fc.assert(property, { seed: seed + round, numRuns: count, endOnFailure: true });
  }

  /** Whether an answer is the envelope of §7, or a success that matches the schema of its route. */
  function expectDocumented(name: string, answer: LightMyRequestResponse): void {
    const { statusCode, headers } = answer;
    const [method = '', path = ''] = name.split(' ');
    const operation = document.paths[path]?.[method.toLowerCase()];
    expect(statusCode).toBeLessThan(500);
    // A DELETE needs no body, but reads one that is sent.
    if (method !== 'DELETE' || (statusCode !== 413 && statusCode !== 415))
      if (!(statusCode in (operation?.responses ?? {})))
        throw new Error(`${name} does not document ${statusCode}`);
    expect(headers['x-request-id']).toBeTypeOf('string');
    if (statusCode >= 400) {
      const { error, ...rest } = answer.json();
      expect([Object.keys(rest), Object.keys(error).toSorted()]).toEqual([[], ['code', 'message']]);
      expect(errorStatus).toHaveProperty(error.code);
      if (statusCode !== 413 && statusCode !== 415) {
        expect(statusCode).toBe(errorStatus[error.code as keyof typeof errorStatus]);
      }
      return;
    }
    const shapes = routes.get(operation?.operationId ?? '')?.schema?.response as
      | Record<number, unknown>
      | undefined;
    const shape = shapes?.[statusCode];
    if (statusCode === 204) expect(answer.body).toBe('');
    else if (shape instanceof z.ZodType) expect(shape.safeParse(answer.json()).error).toBeUndefined();
    else expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  }

  test('answers every request as documented and never fails (§7, C1.4, C1.8)', async () => {
    const targets = targetsOf(document);
    expect(targets.length).toBe(routes.size);
    // They need a signature, a token, a number that they know, or what only a worker makes, and have their
    // own tests.
    const isSigned = (name: string) =>
      /\/webhooks\/|\/public\/|\/f\/|\/(confirmations|conversions|decline)$|\{waveId\}\/links|\{announcementId\}\/(test|launch|pause|resume)|\{deliveryId\}|\{eventId\}/.test(
        name,
      );
    const useless = [];
    let hasChanged = true;
    for (const target of targets) {
      const { name, parts } = target;
      const count = Math.min(requestsPerTarget, requestsPerPart * (1 + parts));
      if (hasChanged) own = await makeOwn();
      hasChanged = target.method !== 'GET';
      let successes = 0;
      const check = (answer: LightMyRequestResponse) => {
        expectDocumented(name, answer);
        if (answer.statusCode < 300) successes += 1;
      };
      const wanted = isSigned(name) ? 0 : 1;
      for (let round = 0; round === 0 || (successes < wanted && round * count < mostRequests); round++)
        await fuzz(target, count, check, round);
      if (successes < wanted) useless.push(name);
    }
    // The test is worthless if every request fails the first check.
    expect(useless).toEqual([]);
  });

  test('answers every tool call with a result or the envelope (C8.2)', async () => {
    own = await makeOwn();
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const accept = 'application/json, text/event-stream';
    const answer = await service.call('POST', '/mcp', account.key, { payload: list, headers: { accept } });
    const { tools } = answer.json().result as { tools: ToolDescription[] };
    for (const target of toolTargets(tools)) {
      await fuzz(target, requestsPerTool, (answer) => {
        expect(answer.statusCode).toBeLessThan(500);
        const { result } = answer.body === '' ? {} : answer.json();
        if (!result?.isError) return;
        const { error } = JSON.parse(result.content[0].text);
        expect(errorStatus[error.code as keyof typeof errorStatus]).toBeLessThan(500);
      });
    }
  });

  test('never fails on the pages of plugins, and refuses in the envelope (C1.3)', async () => {
    for (const target of pluginTargets('ops:sesame')) {
      await fuzz(target, requestsPerTarget, (answer) => {
        expect(answer.statusCode).toBeLessThan(500);
        expect(answer.headers['x-request-id']).toBeTypeOf('string');
        if (answer.statusCode >= 400 && !target.name.includes('/api/'))
          expect(errorStatus).toHaveProperty(answer.json().error.code);
      });
    }
  });

  test('names the property if one is invalid (C1.4)', async () => {
    own = await makeOwn();
    const bases: Record<string, object> = {
      createWaitlist: { name: 'Fuzzed' },
      updateWaitlist: { referral_bonus: 2 },
      createSignup: {
        email: 'fuzzed@example.com',
        fields: { string: 'x', number: 1, boolean: true }, // earlier calls may have made them required
      },
      createField: { key: 'fuzzed', label: 'Fuzzed', type: 'string' },
      updateField: { label: 'Fuzzed' },
    };
    const fields = Object.entries(bases).flatMap(([operationId, base]) => {
      const route = routes.get(operationId);
      const shape = route?.schema?.body;
      if (!route || !(shape instanceof z.ZodObject)) return [];
      return Object.keys(shape.shape).map((field) => ({ route, base, field }));
    });
    expect(fields.length).toBeGreaterThan(10);
    const headers = { 'content-type': 'application/json' };
    for (const { route, base, field } of fields) {
      const path = route.url.replace(/:(\w+)/g, '{$1}');
      const name = `${route.method} ${path}`;
      let refused = 0;
      const target = {
        name,
        method: route.method,
        requests: fc
          .oneof(anyJson, anyText)
          .map((value) => JSON.stringify({ ...base, [field]: value }))
          .filter((body) => !body.includes('__proto__'))
          .map((body) => ({ path, headers, body })),
      };
      await fuzz(target, valuesPerField, async (answer) => {
        expectDocumented(name, answer);
        if (answer.statusCode === 201 && path.endsWith('/fields')) {
          const { key } = answer.json(); // keeps the list below its limit
          await service.call('DELETE', `/v1/waitlists/${own.id}/fields/${key}`, account.key);
        }
        if (answer.statusCode !== 400) return;
        expect(answer.json().error.message).toMatch(new RegExp(`^(a key of )?${field}\\b`));
        refused += 1;
      });
      expect([name, field, refused > 0]).toEqual([name, field, true]);
    }
  });

  test('keeps all counters right', async () => {
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });
});
