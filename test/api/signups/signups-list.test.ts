import { describe, expect, test } from 'vitest';
import { newId } from '../../../src/shared/platform/ids.ts';
import { makeList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';

describe('GET /v1/waitlists/{id}/signups', () => {
  const service = useService();

  test('returns an empty page for an empty list (§2.10)', async () => {
    const list = await makeList(service);
    expect(await list.page()).toStrictEqual({ data: [], total: 0, limit: 50, offset: 0, has_more: false });
  });

  test('returns the newest first, 50 by default (§4.3, C3.11)', async () => {
    const list = await makeList(service);
    await list.fill(60);
    const page = await list.page();
    expect(page).toMatchObject({ total: 60, limit: 50, offset: 0, has_more: true });
    expect(page.data.map(({ position }) => position)).toEqual(Array.from({ length: 50 }, (_, n) => 60 - n));
  });

  test('returns at most 200 a page (§8 rule 4)', async () => {
    const list = await makeList(service);
    await list.fill(201);
    const page = await list.page('limit=200');
    expect(page.data).toHaveLength(200);
    expect(page).toMatchObject({ total: 201, limit: 200, has_more: true });
  });

  test('returns slices of the whole list, also after deletions (§2.10)', async () => {
    const list = await makeList(service);
    await list.fill(23);
    for (const { id, position } of (await list.page()).data)
      if ([1, 2, 9, 10, 11, 17, 23].includes(position)) expect((await list.remove(id)).statusCode).toBe(204);
    await list.add({ email: 'last@example.com' });
    const { data: all } = await list.page('limit=200');
    expect(all.map(({ position }) => position)).toEqual([
      24, 22, 21, 20, 19, 18, 16, 15, 14, 13, 12, 8, 7, 6, 5, 4, 3,
    ]);

    for (const limit of [1, 4, 16, 17, 18, 50]) {
      for (let offset = 0; offset <= 19; offset++) {
        const data = all.slice(offset, offset + limit);
        const expected = { data, total: 17, limit, offset, has_more: offset + data.length < 17 };
        expect(await list.page(`limit=${limit}&offset=${offset}`)).toEqual(expected);
      }
    }
  });

  test('returns an empty page for an offset after the end (§2.10)', async () => {
    const list = await makeList(service);
    await list.fill(3);
    expect(await list.page('offset=999999999999999')).toMatchObject({ data: [], total: 3, has_more: false });
  });

  test.each([
    ['limit=0'],
    ['limit=201'],
    ['limit=-1'],
    ['limit=1.5'],
    ['limit=ten'],
    ['limit='],
    ['limit=0x10'],
    ['limit=1&limit=2'],
    ['offset=-1'],
    ['offset=1e3'],
    ['offset='],
    ['offset=%201'],
    ['offset=99999999999999999999'],
    ['email='],
    ['email=ada'],
    ['email=a@example.com&email=b@example.com'],
  ])('refuses the query %s by name (§4.3)', async (query) => {
    const list = await makeList(service);
    const response = await service.call('GET', `${list.url}/signups?${query}`, list.account.key);
    expect([response.statusCode, response.json().error.code]).toEqual([400, 'invalid_request']);
    expect(response.json().error.message.startsWith(query.split('=')[0])).toBe(true);
  });

  test('finds a signup by its email, in every form that compares equal (§4.3, C3.1)', async () => {
    const list = await makeList(service);
    await list.fill(3);
    const ada = await list.add({ email: 'Ada+list@Bücher.example' });
    for (const email of ['Ada+list@Bücher.example', ' ada+LIST@xn--bcher-kva.EXAMPLE ']) {
      const page = await list.page(`email=${encodeURIComponent(email)}`);
      expect(page).toMatchObject({ total: 1, limit: 50, offset: 0, has_more: false });
      expect(page.data.map(({ id }) => id)).toEqual([ada.id]);
    }
    const shown = (await list.page('limit=1')).data;
    expect((await list.page(`email=${encodeURIComponent('ada+list@bücher.example')}`)).data).toEqual(shown);
  });

  test('pages the email filter like the list (§2.10)', async () => {
    const list = await makeList(service);
    await list.fill(3);
    const behind = await list.page('email=person2@example.com&offset=1&limit=1');
    expect(behind).toEqual({ data: [], total: 1, limit: 1, offset: 1, has_more: false });
    expect(await list.page('email=nobody@example.com')).toMatchObject({
      data: [],
      total: 0,
      has_more: false,
    });
    expect(await list.page('email=person@example.com')).toMatchObject({ data: [], total: 0 });
  });

  test('returns no signups of other lists (§4.2)', async () => {
    const list = await makeList(service);
    const other = await makeList(service);
    await list.fill(2);
    await other.fill(3);
    expect((await list.page()).data.map(({ email }) => email)).toEqual([
      'person2@example.com',
      'person1@example.com',
    ]);
    expect((await list.page('email=person3@example.com')).total).toBe(0);
  });

  test('refuses unknown and foreign lists equally, after an invalid query (§4.2, C1.1)', async () => {
    const { account } = await makeList(service);
    const foreign = await makeList(service);
    for (const id of [newId(), foreign.id]) {
      const response = await service.call('GET', `/v1/waitlists/${id}/signups`, account.key);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual({ error: { code: 'not_found', message: 'No such waitlist.' } });
      const bad = await service.call('GET', `/v1/waitlists/${id}/signups?limit=0`, account.key);
      expect(bad.statusCode).toBe(400);
    }
  });
});
