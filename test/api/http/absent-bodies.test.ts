import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { makeList } from '../../support/list.ts';
import { listRoutes, type Route } from '../../support/service/routes.ts';
import { useService } from '../../support/service/service.ts';

const unknownId = '018f0000-0000-7000-8000-00000000dead';
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** The ways to send nothing, and what they stand for. */
const absent: Record<string, InjectOptions> = {
  'no body': {},
  'an empty body': { headers: json, payload: '' },
  'an empty form, as of curl -d ""': { headers: { ...form, 'content-length': '0' } },
  'a type and no body': { headers: { 'content-type': 'text/plain' } },
  '{}': { headers: json, payload: '{}' },
};

/** Whose body is a file: `{}` is one, too. */
const takesPicture = /\/brand\/logo$/;

/** Whether a body needs no key; one that needs some is refused, and says which. */
function needsNothing({ schema, method, url }: Route): boolean {
  if (method === 'GET' || takesPicture.test(url)) return false;
  const { error } = (schema?.body as z.ZodType | undefined)?.safeParse({}) ?? {};
  return !error || error.issues.every(({ path }) => path.length === 0);
}

describe('a body that is not there', () => {
  const service = useService();

  test('is the same as {} on every route where no key is required', async () => {
    const account = await service.account();
    const routes = (await listRoutes(service.ctx)).filter(needsNothing);
    expect(routes.map(({ url }) => url)).toEqual(
      expect.arrayContaining([
        '/v1/waitlists/:id/signups/:signupId/invite',
        '/v1/waitlists/:id/imports/:importId/start',
        '/v1/waitlists/:id/settings',
        '/v1/waves/:waveId/launch',
        '/v1/conversions',
      ]),
    );
    for (const { method, url } of routes) {
      const path = url.replace(':type', 'webhook').replace(/:\w+/g, unknownId);
      const answers = await Promise.all(
        Object.values(absent).map((sent) => service.call(method, path, account.key, sent)),
      );
      const [first] = answers;
      expect([url, answers.map(({ statusCode, body }) => `${statusCode} ${body}`)]).toEqual([
        url,
        answers.map(() => `${first?.statusCode} ${first?.body}`),
      ]);
      expect([url, first?.body]).not.toEqual([url, expect.stringContaining('must be an object')]);
    }
  });

  test.each(Object.entries(absent))('%s invites a person with the defaults', async (_, sent) => {
    const list = await makeList(service);
    await service.call('PATCH', `${list.url}/settings`, list.account.key, {
      payload: { invitations: { url: 'https://notes.test/welcome' } },
    });
    const { id } = await list.add({ email: 'ada@example.com' });
    const answer = await service.call('POST', `${list.url}/signups/${id}/invite`, list.account.key, sent);
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { state: 'invited' }]);
  });

  test('is described as one that may be left out', async () => {
    const { paths } = (await service.call('GET', '/openapi.json')).json();
    const isRequired = (path: string) => paths[path].post.requestBody.required;
    expect(isRequired('/v1/waitlists/{id}/signups/{signupId}/invite')).toBe(false);
    expect(isRequired('/v1/waitlists/{id}/signups')).toBe(true);
  });

  test('is refused where a key is required, and null everywhere', async () => {
    const list = await makeList(service);
    for (const payload of ['', 'null', '[]'])
      expect(
        (
          await service.call('POST', `${list.url}/signups`, list.account.key, { headers: json, payload })
        ).json(),
      ).toMatchObject({ error: { code: 'invalid_request' } });
    const settings = { headers: json, payload: 'null' };
    const answer = await service.call('PATCH', `${list.url}/settings`, list.account.key, settings);
    expect(answer.statusCode).toBe(400);
  });
});
