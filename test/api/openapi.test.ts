import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { writeApiDocument } from '../../scripts/openapi/api-document.ts';
import { writeClientTypes } from '../../scripts/openapi/client-types.ts';
import { errorAnswers } from '../../src/api/openapi/answers.ts';
import { eventExamples, examples } from '../../src/api/openapi/examples.ts';
import type { OperationId } from '../../src/api/openapi/operation-text.ts';
import { verifyWebhook } from '../../src/client/index.ts';
import { scopeFor } from '../../src/shared/account/scopes.ts';
import { makeLinkToken } from '../../src/shared/list/links/link-token.ts';
import { eventSchemas, eventTypes } from '../../src/shared/list/publishing/events.ts';
import { errorStatus } from '../../src/shared/platform/errors.ts';
import { newId } from '../../src/shared/platform/ids.ts';
import { listRoutes, type Route } from '../support/service/routes.ts';
import { type Method, useService } from '../support/service/service.ts';
import { roomInMinute } from '../support/values/minute.ts';

/** The parts of the description that these tests read. */
interface Document {
  openapi: string;
  info: { version: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: Record<string, Record<string, { description?: string; headers?: object }>>;
}
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: object[];
  'x-required-scope'?: string;
  parameters?: { name: string; description?: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<
    string,
    { $ref?: string; headers?: object; content?: Record<string, { example?: unknown }> }
  >;
}

interface Described {
  readonly method: Method;
  readonly path: string;
  readonly operation: Operation;
}

const exampleOf = (id: string) => examples[id as OperationId] ?? expect.fail(`${id} has no example`);

describe('the API description', () => {
  const service = useService({ BASE_URL: 'https://waitlist.example/' });
  let document: Document;
  let operations: Described[];
  let routes: Route[];

  beforeAll(async () => {
    document = (await service.call('GET', '/openapi.json')).json();
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase() as Method,
        path,
        operation,
      })),
    );
    routes = await listRoutes(service.ctx);
  });

  const routeOf = (id: string) => routes.find(({ schema }) => schema?.operationId === id);
  const documented = ({ operation }: Described) => Object.keys(operation.responses).map(Number);

  test('is OpenAPI 3.1 for version 1, needs no key and contains the base URL (C11.6, §9.1)', async () => {
    const { statusCode, headers } = await service.call('GET', '/openapi.json');
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(headers['ratelimit-limit']).toBeUndefined();
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1']);
    expect(document.servers.map(({ url }) => url)).toEqual(['https://waitlist.example']);
  });

  test('contains every route of /v1 with its scope (§4, §5)', () => {
    const described = operations.map(({ method, path }) => `${method} ${path}`);
    const declared = routes.map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`);
    const others = ['GET /healthz', 'GET /readyz', 'POST /f/{form_id}', 'GET /f/{form_id}/time'];
    expect(described.toSorted()).toEqual([...declared, ...others].toSorted());
    for (const { operation } of operations) {
      const scope = scopeFor[operation.operationId as keyof typeof scopeFor];
      expect(operation['x-required-scope']).toBe(scope);
      const others = ['readStatus', 'readPublicLeaderboard'].includes(operation.operationId)
        ? [{ statusToken: [] }]
        : [];
      expect(operation.security).toEqual(scope ? [{ apiKey: [] }] : others);
      if (scope) expect(operation.description).toContain(`Scope: \`${scope}\``);
    }
    const withScope = operations.filter(({ operation }) => operation['x-required-scope'] !== undefined);
    expect(withScope.length).toBe(Object.keys(scopeFor).length);
  });

  test('describes each operation, parameter and property', () => {
    const names = document.tags.map(({ name }) => name);
    for (const { operation } of operations) {
      expect(operation.summary).not.toBe('');
      expect(operation.description).not.toBe('');
      expect(names).toEqual(expect.arrayContaining(operation.tags));
      for (const parameter of operation.parameters ?? []) expect(parameter.description).toBeTypeOf('string');
    }
    expect(undescribed(document.components.schemas, '')).toEqual([]);
    expect(undescribed(document.paths, '')).toEqual([]);
  });

  test('contains exactly the components that it refers to', () => {
    const refs = new Set(JSON.stringify(document).match(/(?<="\$ref":")#[^"]+/g));
    const present = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, parts]) => Object.keys(parts).map((name) => `#/components/${kind}/${name}`));
    expect([...refs].toSorted()).toEqual(present.toSorted());
  });

  test('equals docs/openapi.json, and the types of the client match (npm run openapi writes both)', async () => {
    const [text, types] = await Promise.all([
      readFile('docs/openapi.json', 'utf8'),
      readFile('src/client/api-types.ts', 'utf8'),
    ]);
    const written = await writeApiDocument();
    expect(JSON.parse(text)).toEqual(JSON.parse(written));
    expect(text).toBe(written);
    expect(types).toBe(await writeClientTypes(written));
  });

  test('contains a valid example of each request and answer', () => {
    for (const { operation } of operations) {
      const { operationId: id } = operation;
      const example = exampleOf(id);
      for (const { name, example: value } of operation.parameters ?? []) {
        expect([id, name, value]).not.toEqual([id, name, undefined]);
      }
      for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
        // Examples are texts, which pictures of pixels are not.
        if (!/^image\/(?!svg)/.test(type)) expect(media.example, `body of ${id}`).toBeDefined();
      }
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        for (const media of Object.values(content)) {
          expect(media.example, `${status} of ${id}`).toBeDefined();
        }
      }
      const { schema } = routeOf(id) ?? {};
      const texts = ({ fields, not_fields, ...values }: Readonly<Record<string, unknown>> = {}) =>
        Object.fromEntries(
          Object.entries({ ...values, ...Object(fields), ...Object(not_fields) }).map(([key, value]) => [
            key,
            String(value),
          ]),
        );
      expectFit(schema?.params, example.params, `params of ${id}`);
      expectFit(schema?.querystring, texts(example.query), `query of ${id}`);
      expectFit(schema?.querystring, texts(example.otherQuery), `further query of ${id}`);
      if (!id.startsWith('receive')) expectFit(schema?.body, example.body, `body of ${id}`);
      for (const [status, answer] of Object.entries(example.answers)) {
        const shape = (schema?.response as Record<string, unknown> | undefined)?.[status];
        expectFit(shape, answer, `${status} of ${id}`);
      }
    }
  });

  test('contains a real example of each event (§6.1)', async () => {
    expect(Object.keys(document.webhooks)).toEqual(eventTypes);
    const { signing_secret: secret } = exampleOf('setIntegration').answers[201] as { signing_secret: string };
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      const { id, body, timestamp, signature, standardSignature } =
        eventExamples[type as keyof typeof eventExamples] ?? expect.fail(`${type} has no example`);
      expect(eventSchemas[type as keyof typeof eventSchemas].parse(body)).toEqual(body);
      expect(post.requestBody?.content['application/json']?.example).toEqual(body);
      expect(post.parameters?.map(({ name, example }) => [name, example])).toEqual([
        ['service-timestamp', timestamp],
        ['service-signature', signature],
        ['webhook-id', id],
        ['webhook-timestamp', timestamp],
        ['webhook-signature', standardSignature],
      ]);
      const now = Number(timestamp) * 1000;
      for (const headers of [
        { 'service-timestamp': timestamp, 'service-signature': signature },
        { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': standardSignature },
      ])
        expect(await verifyWebhook(headers, JSON.stringify(body), secret, { now })).toEqual(body);
    }
  });

  describe('of errors documents', () => {
    /** Makes the same call to each operation that documents a status. */
    async function answersOf(
      status: number,
      call: (operation: Described, url: string) => ReturnType<typeof service.call>,
    ): Promise<void> {
      const concerned = operations.filter((each) => each.operation['x-required-scope'] !== undefined);
      for (const each of concerned) {
        const url = each.path.replace(/\{(\w+)\}/g, (_, name: string) => {
          const { params = {} } = exampleOf(each.operation.operationId);
          return params[name] ?? name;
        });
        const answer = await call(each, url);
        const name = `${each.method} ${each.path}`;
        expect([name, answer.statusCode === status]).toEqual([name, documented(each).includes(status)]);
        if (answer.statusCode !== status) continue;
        const { description, headers = {} } =
          document.components.responses?.[errorAnswers[status as keyof typeof errorAnswers].name] ?? {};
        expect(description).toBeTypeOf('string');
        for (const header of Object.keys(headers)) {
          expect([name, header, answer.headers[header.toLowerCase()]]).not.toEqual([name, header, undefined]);
        }
        const { error } = answer.json();
        const { example } = errorAnswers[status as keyof typeof errorAnswers];
        expect(error.code).toBe(example.error.code);
      }
    }
    const payloadOf = ({ operation }: Described) => {
      const { body } = exampleOf(operation.operationId);
      if (typeof body === 'string') return { payload: body, headers: { 'content-type': 'text/csv' } };
      return body === undefined ? {} : { payload: body as object };
    };

    test('401, 403 and 429 with their headers for every operation with a scope', async () => {
      const account = await service.account();
      const none = await service.key(account, []);
      const tight = await service.account({ requestsPerMinute: 1 });
      await answersOf(401, (each, url) => service.call(each.method, url));
      await answersOf(403, (each, url) => service.call(each.method, url, none));
      await answersOf(429, async (each, url) => {
        await roomInMinute(service.env.REDIS_URL ?? '', 5);
        await service.call('GET', '/v1/account', tight.key);
        return service.call(each.method, url, tight.key);
      });
    });

    test('404 for operations with an id, 400 for all, 413 and 415 for those that read a body', async () => {
      const { key, accountId } = await service.account();
      const signer = await service.ctx.linkSigner();
      const token = makeLinkToken(signer.key, 'confirm', { accountId, id: newId(), epoch: 0, generation: 0 });
      /** Bodies that hold the unknown id. */
      const inBody: Readonly<Record<string, object>> = {
        confirmSignup: { payload: { token } },
        addSuppression: { payload: { email: 'ada@example.com', waitlist_id: newId() } },
      };
      await answersOf(404, (each, url) => {
        const unknown = url.replace(/[0-9a-f]{8}-[0-9a-f-]+|webhook/g, 'x');
        return service.call(each.method, unknown, key, inBody[each.operation.operationId] ?? payloadOf(each));
      });
      await answersOf(400, (each, url) => service.call(each.method, `${url}?any=%00`, key, payloadOf(each)));
      const send = (each: Described, url: string, headers: Record<string, string>) =>
        service.call(each.method, url, key, {
          ...((each.operation.requestBody || each.method === 'POST') && { payload: 'x', headers }),
        });
      await answersOf(413, (each, url) => {
        const type = each.operation.operationId === 'createImport' ? 'text/csv' : 'application/json';
        return send(each, url, { 'content-type': type, 'content-length': `${2 ** 30}` });
      });
      await answersOf(415, (each, url) => send(each, url, { 'content-type': 'text/plain' }));
    });

    test('402 and 409 for these operations (§4, C2.2, N1)', () => {
      const having = (status: number) =>
        operations
          .filter((each) => documented(each).includes(status))
          .map(({ operation }) => operation.operationId);
      expect(having(402).toSorted()).toEqual([
        'createSignup',
        'createWaitlist',
        'draftWave',
        'inviteSignup',
        'launchAnnouncement',
        'launchWave',
        'listEvents',
        'redeliverEvent',
        'replayEvents',
        'resendInvitation',
        'resumeAnnouncement',
        'rotateSecret',
        'setIntegration',
        'submitForm',
        'testAnnouncement',
        'updateIntegration',
      ]);
      expect(having(409).toSorted()).toEqual([
        'addSignups',
        'addSuppression',
        'cancelAnnouncement',
        'cancelImport',
        'cancelWave',
        'confirmSignup',
        'createField',
        'createImport',
        'createSegment',
        'createSignup',
        'createWaitlist',
        'decideReviews',
        'declineInvitation',
        'dismissMissed',
        'draftAnnouncement',
        'draftWave',
        'erasePerson',
        'exportWaveLinks',
        'fulfilRewards',
        'inviteSignup',
        'launchAnnouncement',
        'launchWave',
        'pauseAnnouncement',
        'recordConversion',
        'redeliverEvent',
        'replayEvents',
        'resendInvitation',
        'resumeAnnouncement',
        'revokeInvitation',
        'revokeLinks',
        'rotateSecret',
        'startImport',
        'submitForm',
        'testAnnouncement',
        'updateAnnouncement',
        'updateImport',
        'updateSignup',
        'updateWaitlist',
      ]);
    });

    test('examples with the code of their status (§7)', () => {
      for (const [status, { example }] of Object.entries(errorAnswers)) {
        if (['406', '413', '415', '503'].includes(status)) continue;
        expect([status, errorStatus[example.error.code]]).toEqual([status, Number(status)]);
      }
    });
  });
});

describe('the page of the API description', () => {
  const service = useService();

  test('is at /docs, needs no key, and has a content policy without inline code and other hosts (C11.6)', async () => {
    const page = await service.call('GET', '/docs');
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toMatch(/unsafe|https:|\*/);
    expect(page.body).not.toMatch(/<script>|<style|style=|https?:/);
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');
    expect(files.length).toBeGreaterThan(4);
    for (const url of files) {
      expect([url, (await service.call('GET', new URL(url, 'http://x/docs').pathname)).statusCode]).toEqual([
        url,
        200,
      ]);
    }
    expect((await service.call('GET', '/docs/json')).json().openapi).toBe('3.1.0');
  });

  test('is the only page with that policy', async () => {
    for (const url of ['/healthz', '/v1/account', '/openapi.json']) {
      expect((await service.call('GET', url)).headers['content-security-policy']).toBeUndefined();
    }
  });
});

function expectFit(shape: unknown, value: unknown, what: string): void {
  if (!(shape instanceof z.ZodType) || value === undefined) return;
  expect([what, shape.safeParse(value).error]).toEqual([what, undefined]);
}

/** The paths of properties without a description. */
function undescribed(tree: unknown, path: string): string[] {
  if (typeof tree !== 'object' || tree === null) return [];
  const { properties } = tree as { properties?: unknown };
  const missing = isSchemaProperties(properties)
    ? Object.entries(properties).flatMap(([name, { description }]) =>
        description ? [] : [`${path}.${name}`],
      )
    : [];
  return [
    ...missing,
    ...Object.entries(tree).flatMap(([key, value]) => undescribed(value, `${path}/${key}`)),
  ];
}

function isSchemaProperties(value: unknown): value is Record<string, { description?: string }> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((each) => typeof each === 'object')
  );
}
