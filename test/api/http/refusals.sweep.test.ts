import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { toolsOf } from '../../../src/api/mcp/toolsets.ts';
import { validatorCompiler } from '../../../src/api/plugins/validator-compiler.ts';
import { RoleOptions, UserOptions } from '../../../src/cli/accounts/user.ts';
import { LaunchOptions, TestOptions } from '../../../src/cli/announcements/announcement.ts';
import { ResendOptions, TemplateOptions } from '../../../src/cli/email.ts';
import { ImportOptions } from '../../../src/cli/imports/import.ts';
import { readOptions } from '../../../src/cli/options.ts';
import { FulfilOptions, RewardOptions } from '../../../src/cli/rewards/reward.ts';
import { AccountPatch, accountInput } from '../../../src/shared/account/administration/schema.ts';
import { ApiKeyInput } from '../../../src/shared/account/api-keys/schema.ts';
import { AuditQuery } from '../../../src/shared/account/audit/schema.ts';
import { Credentials, userInput } from '../../../src/shared/account/users/schema.ts';
import {
  integrationProviderOf,
  integrationTypes,
} from '../../../src/shared/events/integrations/providers/index.ts';
import { emailProviderOf, emailProviderTypes } from '../../../src/shared/mail/providers/index.ts';
import { EmailProviderInput } from '../../../src/shared/mail/settings/set-email-provider.ts';
import { parseConfig } from '../../../src/shared/platform/connections/config.ts';
import type { AppError } from '../../../src/shared/platform/errors.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import { describeFirstIssue } from '../../../src/shared/platform/schema/issue.ts';
import { draftAnnouncementOn } from '../../support/announcements/announcing.ts';
import { signedIn, textOf } from '../../support/dashboard.ts';
import { type BadValue, badValuesOf } from '../../support/fuzz/bad-values.ts';
import { insertReadyImport } from '../../support/imports/imports.ts';
import { makeList, type TestList } from '../../support/list.ts';
import { draftOn } from '../../support/release/inviting.ts';
import { listRoutes } from '../../support/service/routes.ts';
import { useService } from '../../support/service/service.ts';
import { oneOfEach } from '../../support/values/tries-all.ts';

const id = '018f0000-0000-7000-8000-00000000dead';

/** The words of a validator, and what a refusal says that nobody has worded. */
const notPlain = /expected .* received|Too (small|big)|Invalid|Unrecognized|[<>]=|is not valid$/;

/** Asserts that a refusal begins with this name, and goes on in plain words. */
function expectPlain(message: string, name: string): void {
  expect(message.slice(0, name.length + 2)).toBe(`${name}: `);
  expect(message.slice(name.length + 2)).toMatch(/^\S/);
  expect(message).not.toMatch(notPlain);
}

describe('refusals name the path, in plain words', () => {
  const service = useService();
  let list: TestList;

  beforeAll(async () => {
    list = await makeList(service);
  });

  test('of every body of the API (C1.4)', async () => {
    const routes = (await listRoutes(service.ctx)).filter(({ schema }) => schema?.body instanceof z.ZodType);
    expect(routes.length).toBeGreaterThan(6);
    for (const { method, url, schema } of routes) {
      const importId = await insertReadyImport(service.sql, list.account.accountId, list.id);
      const path = url
        .replace(':id', list.id)
        .replace(':signupId', newId())
        .replace(':announcementId', newId())
        .replace(':segmentId', newId())
        .replace(':key', 'team')
        .replace(':type', 'webhook')
        .replace(':importId', importId);
      const send = (payload: object | string) =>
        service.call(method, path, list.account.key, {
          payload,
          headers: { 'content-type': 'application/json' },
        });
      const body = schema?.body as z.ZodType;
      const refuse = validatorCompiler({ schema: body, method, url, httpPart: 'body' });
      const refusals = refusalsOf(body, (value) => (refuse(value) as { error: AppError }).error.message);
      for (const { value, path: name, message } of refusals) {
        expectPlain(message, name || 'body');
        const answer = await send(value);
        expect([answer.statusCode, answer.json().error.message]).toEqual([400, message]);
      }
      const needsKey = body.safeParse({}).error?.issues.some(({ path: [key] }) => key !== undefined);
      for (const whole of ['null', '[]', '7', ...(needsKey ? [''] : [])])
        expectPlain((await send(whole)).json().error.message, 'body');
    }
  });

  test('of every query of the API (C1.4)', async () => {
    const routes = await listRoutes(service.ctx);
    const { id: signupId } = await list.add({ email: 'query@example.com' });
    const importId = await insertReadyImport(service.sql, list.account.accountId, list.id);
    const announcementId = await draftAnnouncementOn(service, list.account, list.id);
    const waveId = await draftOn(service, list.account, list.id);
    expect(routes.filter(({ schema }) => schema?.querystring).length).toBeGreaterThan(3);
    let turn = 0;
    for (const { method, url, schema } of routes) {
      const query = schema?.querystring;
      const shape = query instanceof z.ZodPipe ? query.def.out : query; // a pipe gathers parameters first
      if (!(shape instanceof z.ZodObject)) {
        expect([url, query]).toEqual([url, undefined]);
        continue;
      }
      for (const name of Object.keys(shape.shape)) {
        for (const value of oneOfEach(turn++, [
          ['-1', '1.5', '999999999999999'],
          ['nonsense', 'x'.repeat(5_000)],
          ['a&same=b'],
        ])) {
          const text = `${name}=${value.replace('same', name)}`;
          const path = url
            .replace(':id', list.id)
            .replace(':signupId', signupId)
            .replace(':announcementId', announcementId)
            .replace(':waveId', waveId)
            .replace(':importId', importId);
          const answer = await service.call(method, `${path}?${text}`, list.account.key, {
            ...(method === 'POST' && { payload: 'email\n', headers: { 'content-type': 'text/csv' } }),
            ...(method === 'PATCH' && { payload: { note: 'A note' } }),
          });
          if (answer.statusCode !== 200) expectPlain(answer.json().error.message, name);
          if (value.startsWith('a&') && answer.statusCode !== 200)
            expect(answer.json().error.message).toMatch(/: (must be given once|no such query parameter)$/);
        }
      }
    }
  });

  const providers = [
    ...integrationTypes.map((type) => ({ type, provider: integrationProviderOf(type) })),
    ...emailProviderTypes.map((type) => ({ type, provider: emailProviderOf(type) })),
  ];
  test.each(providers)('of the configuration of $type (§4.7, C6.3)', ({ type, provider }) => {
    const given = type === 'analytics' ? { api_key: 'phc_x', host: 'https://eu.i.posthog.com' } : {};
    for (const { value, path, isUnknownKey } of badValuesOf(provider.config, given)) {
      const message = messageOf(() => parseConfig(provider, value));
      if (isUnknownKey) expect(message).toBe(`Unknown config field: ${path}`);
      else expectPlain(message, `config.${path}`);
    }
  });

  test.each(toolsOf('all', false) ?? [])('of the tool $name (C8.2)', async ({ name, input }) => {
    const given = 'waitlistId' in input.shape ? { waitlistId: id } : {};
    const worded = (value: object) => describeFirstIssue(input.safeParse(value).error ?? expect.fail());
    for (const { value, path, isUnknownKey } of refusalsOf(input, worded, given)) {
      if (value[path] === null && input.shape[path]?.safeParse(undefined).success) continue; // as if left out
      const answer = await service.call('POST', '/mcp/x/all', list.account.key, {
        payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: value } },
        headers: { host: 'localhost:3000', accept: 'application/json, text/event-stream' },
      });
      const { message } = JSON.parse(answer.json().result.content[0].text).error;
      if (isUnknownKey) expect(message).toBe(`Unknown argument: ${path}`);
      else expectPlain(message, path || 'arguments');
    }
  });

  test('of the options of every command (C10)', async () => {
    const from = 'Acme <hello@acme.com>';
    const shapes: Record<string, [z.ZodType, object?]> = {
      AccountPatch: [AccountPatch, { plan: 'free' }],
      ApiKeyInput: [ApiKeyInput],
      AuditQuery: [AuditQuery],
      Credentials: [Credentials],
      EmailProviderInput: [EmailProviderInput, { from, config: {} }],
      FulfilOptions: [FulfilOptions],
      ImportOptions: [ImportOptions],
      LaunchOptions: [LaunchOptions],
      ResendOptions: [ResendOptions],
      RewardOptions: [RewardOptions],
      RoleOptions: [RoleOptions],
      TemplateOptions: [TemplateOptions, { html: '<p></p>' }],
      TestOptions: [TestOptions],
      UserOptions: [UserOptions],
      accountInput: [accountInput({ hasPasswords: true })],
      userInput: [userInput({ hasPasswords: true })],
    };
    const files = (await readdir('src/cli', { recursive: true })).filter((file) => file.endsWith('.ts'));
    const sources = await Promise.all(files.map((file) => readFile(`src/cli/${file}`, 'utf8')));
    const used = [...sources.join('').matchAll(/readOptions\((\w{2,})/g)].map(([, name]) => name);
    expect(Object.keys(shapes)).toEqual([...new Set(used)].toSorted());
    for (const [shape, given] of Object.values(shapes)) {
      for (const { value, path } of badValuesOf(shape, given)) {
        const flag = path.replaceAll('.', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
        const message = messageOf(() => readOptions(shape, value));
        if (path === '') expect(message).toBe('nothing to change is given');
        else expectPlain(message, `--${flag}`);
      }
    }
  });

  test('of the forms of the dashboard (C11.3)', async () => {
    const visitor = await signedIn(service, list.account);
    const signup = await list.add({ email: 'ada@example.com' });
    await list.field('team', 'string');
    const waveId = await draftOn(service, list.account, list.id);
    const ids: Record<string, string> = { id: list.id, signupId: signup.id, key: 'team', waveId };
    const pages = (await listRoutes(service.ctx, '/dashboard'))
      .filter(({ method, url }) => method === 'GET' && !url.includes('assets'))
      .flatMap(({ url }) => {
        const types = url.includes(':provider') ? emailProviderTypes : integrationTypes;
        return types.map((type) =>
          url.replace(/:(type|provider)/, type).replace(/:(\w+)/g, (_, name: string) => ids[name] ?? id),
        );
      });
    const sent = new Set<string>();
    const refused = new Set<string>();
    for (const page of new Set(pages)) {
      const { body } = await visitor.open(page);
      for (const [, action = '', inner = ''] of body.matchAll(
        /<form method="post" action="([^"]*)".*?>(.*?)<\/form>/gs,
      )) {
        const names = [...inner.matchAll(/ name="(\w+)"/g)].map(([, name = '']) => name);
        const labels = textOf(inner).toLowerCase();
        for (const name of names) {
          // The switch to the test mode would leave the list.
          if (name === 'csrf' || action === '/dashboard/mode' || sent.has(`${action} ${name}`)) continue;
          sent.add(`${action} ${name}`);
          for (const value of oneOfEach<string | string[]>(sent.size, [
            ['', '-1', 'x'.repeat(5_000), ' ', '1.5', ['a', 'b']],
          ])) {
            const answer = await visitor.send(action, { [name]: value });
            if (answer.statusCode !== 400) continue;
            const [, alert = ''] = /role="alert">([^<]*)/.exec(answer.body) ?? [];
            const message = textOf(alert);
            expect(message, `${action} ${name}`).toMatch(/^\S/);
            expect(message, `${action} ${name}`).not.toMatch(notPlain);
            if (labels.includes(message.split(': ')[0]?.toLowerCase() ?? '')) refused.add(action);
          }
        }
      }
    }
    expect([...refused].length).toBeGreaterThan(12);
  });
});

/**
 * One bad value for each message of a schema, because the values of one message take the same way through the
 * service.
 */
function refusalsOf(
  schema: z.ZodType,
  messageFor: (value: object) => string,
  given?: object,
): readonly (BadValue & { readonly message: string })[] {
  const all = badValuesOf(schema, given).map((bad) => ({ ...bad, message: messageFor(bad.value) }));
  return [...new Map(all.toReversed().map((bad) => [`${bad.path} ${bad.message}`, bad])).values()];
}

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  return 'was accepted';
}
