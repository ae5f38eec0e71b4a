import { describe, expect, test } from 'vitest';
import { newId } from '../../../src/shared/platform/ids.ts';
import { makeList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';

describe('GET /v1/waitlists/{id}/signups/{signupId}', () => {
  const service = useService();

  test('returns the signup as the list does (§2.3, N1)', async () => {
    const list = await makeList(service, {}, { referral_bonus: 2 });
    await list.field('size', 'number');
    const ada = await list.add({ email: 'Ada@example.com', utm_source: 'ads', fields: { size: 3 } });
    await list.add({ email: 'bo@example.com', referral_code: ada.referral_code, metadata: { a: 'b' } });
    for (const signup of (await list.page()).data) {
      for (const id of [signup.id, signup.id.toUpperCase()]) {
        const response = await service.call('GET', `${list.url}/signups/${id}`, list.account.key);
        expect([response.statusCode, response.json()]).toEqual([200, signup]);
      }
    }
  });

  test('gives the same 404 for every signup that is not on the list (§4.2)', async () => {
    const [list, foreign] = [await makeList(service), await makeList(service)];
    const other = await service.waitlist(list.account);
    const mine = await list.add({ email: 'ada@example.com' });
    const theirs = await foreign.add({ email: 'ada@example.com' });
    const gone = await list.add({ email: 'bo@example.com' });
    await list.remove(gone.id);
    const answer = async (waitlist: string, signup: string) => {
      const url = `/v1/waitlists/${waitlist}/signups/${signup}`;
      const { statusCode, json } = await service.call('GET', url, list.account.key);
      return [statusCode, json().error.message];
    };
    for (const id of [newId(), theirs.id, gone.id, 'nonsense'])
      expect(await answer(list.id, id)).toEqual([404, 'No such signup.']);
    expect(await answer(other, mine.id)).toEqual([404, 'No such signup.']);
    expect(await answer(foreign.id, theirs.id)).toEqual([404, 'No such waitlist.']);
    expect(await answer('nonsense', 'nonsense')).toEqual([404, 'No such waitlist.']);
  });
});
