import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { toolsetNames, toolsOf } from '../../../src/api/mcp/toolsets.ts';
import { examples } from '../../../src/api/openapi/examples.ts';
import type { OperationId } from '../../../src/api/openapi/operation-text.ts';
import { validatorCompiler } from '../../../src/api/plugins/validator-compiler.ts';
import { FormInput } from '../../../src/shared/capabilities/forms/form-input.ts';
import {
  integrationProviderOf,
  integrationTypes,
} from '../../../src/shared/events/integrations/providers/index.ts';
import { emailProviderTypes } from '../../../src/shared/mail/providers/index.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import { draftAnnouncementOn } from '../../support/announcements/announcing.ts';
import { csrfOf, signedIn, toForm, type Visitor } from '../../support/dashboard.ts';
import { makeFormList, siteOrigin } from '../../support/forms/form-list.ts';
import { insertReadyImport } from '../../support/imports/imports.ts';
import { draftOn } from '../../support/release/inviting.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { listRoutes } from '../../support/service/routes.ts';
import { type Method, useService } from '../../support/service/service.ts';
import { cpuMsOf } from '../../support/values/cpu-time.ts';
import { type HeavyValue, heavyJson, heavyTexts } from '../../support/values/heavy-values.ts';
import { triesAll } from '../../support/values/tries-all.ts';

/** A little below the limit of a body (C1.5), because the value is only a part of it. */
const bytes = 520_000;
/** The CPU time that a body may cost: ten times that of an ordinary one, because machines differ. */
const mostCpuMs = 150;
const runs = 8;
/** One value of so many goes to the first target with a check that is no schema, others each time. */
const turnsOfFirst = triesAll ? 1 : 8;
/** The same for further targets with the check. */
const turnsOfOthers = triesAll ? 12 : 48;
const seed = Number(process.env.HEAVY_SEED ?? Date.now() % turnsOfOthers);

/** A request with a placeholder for the value. */
interface Target {
  readonly name: string;
  /** What checks the value. Targets with the same check share the values between them. */
  readonly check: unknown;
  /** Given where the check is a schema. It is tried with each value, so few need to be sent. */
  readonly schema?: z.ZodType | undefined;
  send(value: string): Promise<{ readonly statusCode: number }>;
}

/** Its value as the service reads it, which is read only where it is needed. */
interface JsonValue extends HeavyValue {
  parsed(): unknown;
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * What checks a value: the schema of a property of this name, or the type of one that refuses every text and
 * object at once.
 */
function checkOf(name: string, schema: z.ZodType): string {
  const { def } = schema._zod;
  if ('innerType' in def) return checkOf(name, def.innerType as z.ZodType); // it may be missing
  if (['enum', 'literal', 'number', 'int', 'boolean'].includes(def.type)) return def.type;
  return `${name} ${JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))}`;
}

describe('a body of maximum size costs little CPU time, whatever it contains', () => {
  const service = useService();
  let account: TestAccount;
  let visitor: Visitor;
  let ids: Record<string, string>;
  let plainMs = 0;
  let calls = 0;
  /** How many targets of a check had values. */
  const turns = new Map<unknown, number>();
  let shift = seed;

  beforeAll(async () => {
    console.log(`HEAVY_SEED=${seed}`);
    account = await service.account();
    visitor = await signedIn(service, account);
    const id = await service.waitlist(account);
    await service.signUp(account, id, { email: 'in-the-wave@example.com' });
    const [key] = await service.sql`SELECT id FROM api_keys WHERE account_id = ${account.accountId}`;
    const [user] = await service.sql`SELECT id FROM users WHERE account_id = ${account.accountId}`;
    ids = {
      importId: await insertReadyImport(service.sql, account.accountId, id),
      id,
      signupId: id,
      deliveryId: newId(),
      waveId: await draftOn(service, account, id),
      announcementId: await draftAnnouncementOn(service, account, id),
      segmentId: newId(),
      key: 'company',
      type: 'webhook',
      provider: 'smtp',
      keyId: key?.id,
      userId: user?.id,
    };
    await sendPlain();
    plainMs = await leastOf(sendPlain, 0);
  });

  const sendPlain = () => post('POST', '/v1/waitlists', JSON.stringify({ name: 'x'.repeat(bytes) }));

  /**
   * A part of the values for the first target with a check, a smaller one for each other target, in turn.
   * Nothing behind a schema sees the values that it refuses. So only the first target with one gets values:
   * one in turn, and all that the schema accepts. Each route has such a target, for its whole body.
   */
  function valuesFor({ check, schema }: Target, values: readonly JsonValue[]): readonly JsonValue[] {
    const turn = turns.get(check) ?? 0;
    if (check !== undefined) turns.set(check, turn + 1);
    shift += 1;
    if (schema === undefined || triesAll) {
      const of = turn === 0 ? turnsOfFirst : turnsOfOthers;
      return values.filter((_, index) => (index + shift) % of === 0);
    }
    if (turn > 0) return [];
    const isPassing = (value: JsonValue) => schema.safeParse(value.parsed()).success;
    return values.filter((value, index) => index === shift % values.length || isPassing(value));
  }

  /** The lowest CPU time of several calls, because the process also does other work. */
  async function leastOf(work: () => Promise<unknown>, enough: number, hopeless = Infinity): Promise<number> {
    let least = await cpuMsOf(work);
    for (let turn = 1; turn < runs && least > enough && least < hopeless; turn++)
      least = Math.min(least, await cpuMsOf(work));
    return least;
  }

  /** What is to be said of work that takes more CPU time than it may; undefined if it does not. */
  async function slownessOf(name: string, work: () => Promise<unknown>): Promise<string | undefined> {
    const most = mostCpuMs + 10 * plainMs;
    const ms = await leastOf(work, most, 10 * most);
    if (ms <= most) return undefined;
    // Other processes may crowd the cache now, so the ordinary body costs more too.
    const mostNow = Math.max(most, mostCpuMs + 10 * (await leastOf(sendPlain, 0)));
    const again = Math.min(ms, await leastOf(work, mostNow, 10 * mostNow));
    return again > mostNow ? `${name} took ${Math.round(again)} ms of ${Math.round(mostNow)}` : undefined;
  }

  async function expectQuick(targets: readonly Target[], heavy: readonly HeavyValue[]): Promise<void> {
    const slow: string[] = [];
    const values = heavy.map((each) => ({ ...each, parsed: once(() => JSON.parse(each.value)) }));
    async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
      if (slow.length >= 3) return; // enough failures to report
      const slowness = await slownessOf(name, work);
      if (slowness !== undefined) slow.push(slowness);
    }
    for (const target of targets) {
      const { name, check, schema } = target;
      if (schema !== undefined && !turns.has(check)) {
        const validate = validatorCompiler({ schema, method: 'POST', url: '/', httpPart: 'body' });
        for (const { name: valueName, parsed } of values)
          await measure(`the schema of ${name} with ${valueName}`, async () => validate(parsed()));
      }
      for (const { name: valueName, value } of valuesFor(target, values))
        await measure(`${name} with ${valueName}`, async () => {
          const { statusCode } = await target.send(value);
          if (statusCode >= 500) slow.push(`${name} with ${valueName} was answered ${statusCode}`);
        });
    }
    expect(slow).toEqual([]);
  }

  const post = (method: Method, url: string, payload: string) =>
    service.call(method, url, account.key, {
      payload,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        // So that the limit per address does not apply.
        'x-forwarded-for': `10.8.${(calls >> 8) & 255}.${calls++ & 255}`,
      },
    });
  /** A JSON body in which the value replaces `HERE`. */
  const jsonTarget = (
    name: string,
    method: Method,
    path: string,
    body: unknown,
    property?: readonly [name: string, schema: z.ZodType],
  ): Target => ({
    name,
    check: property && checkOf(...property),
    schema: property?.[1],
    send: (json) =>
      post(
        method,
        path,
        JSON.stringify(body).replace('"HERE"', () => json),
      ),
  });
  const pathOf = (url: string) => url.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? expect.fail(name));
  const signups = () => `/v1/waitlists/${ids.id}/signups`;

  test('on every route (C1.5)', async () => {
    const targets = (await listRoutes(service.ctx)).flatMap(({ method, url, schema }) => {
      if (!(schema?.body instanceof z.ZodObject)) return [];
      const path = pathOf(url);
      const valid = Object(examples[schema.operationId as OperationId]?.body);
      const properties = Object.entries(schema.body.shape);
      return [
        jsonTarget(`${method} ${url}`, method, path, 'HERE', [url, schema.body]),
        ...properties.map(([key, property]) =>
          jsonTarget(`${method} ${url} ${key}`, method, path, { ...valid, [key]: 'HERE' }, [key, property]),
        ),
      ];
    });
    expect(targets.length).toBeGreaterThan(20);
    const parts = ['metadata', 'fields'].map((key) =>
      jsonTarget(`${key}.x`, 'POST', signups(), { email: 'a@b.co', [key]: { x: 'HERE' } }),
    );
    await expectQuick([...targets, ...parts], heavyJson(bytes));
  });

  test('in a form (N6)', async () => {
    const list = await makeFormList(service, account, { fields: ['company'] });
    await list.field('company', 'string');
    const most = 256 * 1_024 - 500; // the body may have no more
    const shape = Object.entries({ ...FormInput.shape, company: undefined });
    const send = (payload: string, type: string) =>
      service.call('POST', list.form.path, undefined, {
        payload,
        headers: {
          origin: siteOrigin,
          'content-type': type,
          'x-forwarded-for': `10.9.${(calls >> 8) & 255}.${calls++ & 255}`,
        },
      });
    const inJson = shape.map(
      ([key]): Target => ({
        name: `JSON ${key}`,
        check: `JSON ${key}`,
        send: async (json) =>
          send(
            JSON.stringify({ email: 'a@b.co', _time: await list.time(), [key]: 'HERE' }).replace(
              '"HERE"',
              () => json,
            ),
            'application/json',
          ),
      }),
    );
    await expectQuick(inJson, heavyJson(most));
    const inForm = shape.map(
      ([key]): Target => ({
        name: `form ${key}`,
        check: `form ${key}`,
        async send(text) {
          const values = { email: 'a@b.co', _time: await list.time(), [key]: text };
          return send(
            new URLSearchParams(values).toString().slice(0, most),
            'application/x-www-form-urlencoded',
          );
        },
      }),
    );
    await expectQuick(inForm, heavyTexts(most));
    const raw: Target = {
      name: 'a body',
      check: 'raw',
      send: (text) => send(text, 'application/x-www-form-urlencoded'),
    };
    const bodies = ['&', 'a&', 'a=b&', '%00', '%', '+', 'email=a@b.co&', '\u00e9'].map((part) => ({
      name: part,
      value: part.repeat(Math.floor(most / Buffer.byteLength(part))),
    }));
    await expectQuick([raw], bodies);
    const multipart: Target = {
      name: 'a multipart body',
      check: 'raw',
      send: (text) => send(text, 'multipart/form-data; boundary=x'),
    };
    const head = '--x\r\ncontent-disposition: form-data; name="a"';
    const parts = [`${head}\r\n\r\n\r\n`, '--x\r\n', 'x: y\r\n', '\r\n', '\r\n-', '--x', `${head}; b=%22`];
    await expectQuick(
      [multipart],
      parts.map((part) => ({
        name: part,
        value: `${head}\r\n${part.repeat(Math.floor((most - 100) / part.length))}\r\n--x--\r\n`,
      })),
    );
  });

  test('in every setting of every integration', async () => {
    const valid = {
      events: ['signup.created'],
      url: 'http://127.0.0.1:9/',
      webhook_url: 'http://127.0.0.1:9/',
      api_key: 'phc_a',
    };
    const targets = integrationTypes.flatMap((type) => {
      const { shape } = integrationProviderOf(type).config as unknown as z.ZodObject;
      const config = Object.fromEntries(Object.entries(valid).filter(([key]) => key in shape));
      const path = `/v1/integrations/${type}`;
      return Object.entries(shape).map(([key, property]) =>
        jsonTarget(`${type} ${key}`, 'PUT', path, { config: { ...config, [key]: 'HERE' } }, [key, property]),
      );
    });
    await expectQuick(targets, heavyJson(bytes));
  });

  test('in every tool call and every part of a message', async () => {
    const request = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
    const toTool = (name: string, args: unknown) => ({ ...request, params: { name, arguments: args } });
    const client = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    };
    const initialize = { ...request, method: 'initialize' };
    const valid: Record<string, string> = {
      waitlistId: ids.id ?? '',
      signupId: ids.id ?? '',
      email: 'a@b.co',
      name: 'N',
    };
    const messages: Record<string, unknown> = {
      message: 'HERE',
      id: { ...request, id: 'HERE' },
      method: { ...request, method: 'HERE' },
      params: { ...request, params: 'HERE' },
      name: toTool('HERE', {}),
      arguments: toTool('create_waitlist', 'HERE'),
      _meta: { ...request, params: { name: 'create_waitlist', arguments: {}, _meta: 'HERE' } },
      client: { ...initialize, params: 'HERE' },
      capabilities: { ...initialize, params: { ...client, capabilities: 'HERE' } },
      experimental: { ...initialize, params: { ...client, capabilities: { experimental: 'HERE' } } },
      clientInfo: { ...initialize, params: { ...client, clientInfo: 'HERE' } },
      result: { jsonrpc: '2.0', id: 1, result: 'HERE' },
      error: { jsonrpc: '2.0', id: 1, error: 'HERE' },
      notification: { jsonrpc: '2.0', method: 'notifications/initialized', params: 'HERE' },
    };
    const targets = Object.entries(messages).map(([name, message]) =>
      jsonTarget(name, 'POST', '/mcp', message),
    );
    for (const set of toolsetNames.filter((name) => name !== 'all'))
      for (const { name, input } of toolsOf(set, false) ?? []) {
        const known = Object.fromEntries(Object.entries(valid).filter(([key]) => key in input.shape));
        for (const [key, property] of Object.entries(input.shape)) {
          const message = toTool(name, { ...known, [key]: 'HERE' });
          targets.push(jsonTarget(`${name} ${key}`, 'POST', `/mcp/x/${set}`, message, [key, property]));
        }
      }
    await expectQuick(targets, heavyJson(bytes));
  });

  test('in every form and query of the dashboard', async () => {
    const pages = (await listRoutes(service.ctx, '/dashboard'))
      .filter(({ method, url }) => method === 'GET' && !/sign-out|assets|connect/.test(url))
      .flatMap(({ url }) => [
        ...(url.includes(':type') ? integrationTypes.map((type) => url.replace(':type', type)) : []),
        ...(url.includes(':provider')
          ? emailProviderTypes.map((type) => url.replace(':provider', type))
          : []),
        ...(/:type|:provider/.test(url) ? [] : [url]),
      ]);
    const forms = new Map<string, Set<string>>();
    for (const page of pages) {
      const { body } = await visitor.open(pathOf(page));
      for (const [, action = '', inner = ''] of body.matchAll(
        /<form [^>]*method="post"[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs,
      )) {
        const names = forms.get(action) ?? new Set();
        for (const [, name = ''] of inner.matchAll(/<(?:input|select|textarea)[^>]* name="(\w+)"/g))
          names.add(name);
        forms.set(action, names);
      }
    }
    const csrf = csrfOf(await visitor.open('/dashboard'));
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = (path: string, fields: string) =>
      visitor.open(path, { method: 'POST', headers, payload: `${toForm({ csrf })}&${fields}` });
    const targets = [...forms].flatMap(([path, names]) =>
      [...names].map((field): Target => {
        const send = (text: string) => post(path, `${field}=${text}`);
        return { name: `${path} ${field}`, check: path, send };
      }),
    );
    expect(targets.length).toBeGreaterThan(50);
    await expectQuick(targets, heavyTexts(bytes));
    const repeated = [...forms.keys()].map((path): Target => {
      const send = (pair: string) => post(path, pair.repeat(bytes / pair.length));
      return { name: `${path} with a field over and over`, check: undefined, send };
    });
    await expectQuick(repeated, [{ name: 'one letter', value: 'name=x&' }]);
  });

  test('as does rendering the longest mail', async () => {
    const csrf = csrfOf(await visitor.open('/dashboard'));
    const names = ['div', 'p', 'b', 'h1', 'ul', 'table', 'blockquote', 'pre'];
    const values = [...names.map((name) => `<${name}>`), '</p>', '{{email}}', '{{', '<!--', '&lt;', ' '].map(
      (part) => ({
        name: part,
        value: part.repeat(199_000 / part.length),
      }),
    );
    const path = `/dashboard/waitlists/${ids.id}/email/preview`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const send = (html: string) =>
      visitor.open(path, { method: 'POST', headers, payload: toForm({ csrf, subject: 'x', html }) });
    await expectQuick([{ name: path, check: undefined, send }], values);
  });
});
