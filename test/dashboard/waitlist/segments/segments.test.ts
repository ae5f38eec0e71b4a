import { describe, expect, test } from 'vitest';
import { rowsOf, signedIn, wordsOf } from '../../../support/dashboard.ts';
import { makeList } from '../../../support/list.ts';
import { useService } from '../../../support/service/service.ts';

describe('segments on the page of signups', () => {
  const service = useService();

  test('are saved from a search, shown above the table, and deleted', async () => {
    const list = await makeList(service);
    await service.call('POST', `${list.url}/fields`, list.account.key, {
      payload: { key: 'team', label: 'Team', type: 'number' },
    });
    await list.add({ email: 'ada@example.com', utm_source: 'Ads', fields: { team: 3 } });
    await list.add({ email: 'bob@example.com', utm_source: 'ads', fields: { team: 5 } });
    await list.add({ email: 'cleo@example.com' });
    const visitor = await signedIn(service, list.account);
    const path = `/dashboard/waitlists/${list.id}`;
    const emails = async (query: string) =>
      rowsOf((await visitor.open(path + query)).body).map(([email]) => email);

    expect((await visitor.open(path)).body).not.toContain('Save as segment');
    const today = new Date().toISOString().slice(0, 10);
    const search = `?utm_source=ads&field.team=3&created_to=${today}`;
    const page = (await visitor.open(path + search)).body.replaceAll('&amp;', '&');
    expect(page).toContain(`action="${path}/segments${search}"`);
    const saved = await visitor.send(`${path}/segments${search}`, { name: 'Team of three' });
    expect(wordsOf(await visitor.follow(saved))).toContain('Saved as the segment Team of three.');
    const { data } = (await service.call('GET', `${list.url}/segments`, list.account.key)).json();
    expect(data[0].filter).toMatchObject({ utm_source: 'ads', match: 'any_case', fields: { team: 3 } });
    expect(await emails(`?segment=${data[0].id}`)).toEqual(['ada@example.com']);
    expect(await emails(`?segment=${data[0].id}&q=bob`)).toEqual([]);
    const shown = wordsOf(await visitor.open(`${path}?segment=${data[0].id}`));
    expect(shown).toMatch(/Cancel Source ads Signed up before [0-9-]+ Team 3 Address/);
    const asked = await visitor.send(`${path}/selection?segment=${data[0].id}`, {
      action: 'delete',
      scope: 'all',
    });
    expect(wordsOf(asked)).toMatch(/Delete 1 signup of .*Segment Team of three/);

    const rest = '?not_field.team=3&not_email_domains=acme.com';
    await visitor.send(`${path}/segments${rest}`, { name: 'Rest' });
    const { data: kept } = (await service.call('GET', `${list.url}/segments`, list.account.key)).json();
    expect(kept[1].filter).toEqual({ not_fields: { team: 3 }, not_email_domains: ['acme.com'] });
    expect(await emails(`?segment=${kept[1].id}`)).toEqual(['cleo@example.com', 'bob@example.com']);

    for (const query of ['?q=ada&utm_source=ads', '?utm_source=direct', `?segment=${data[0].id}`]) {
      expect((await visitor.open(path + query)).body).not.toContain('Save as segment');
      expect((await visitor.send(`${path}/segments${query}`, { name: 'X' })).statusCode).toBe(400);
    }
    const viewer = await signedIn(service, list.account, 'viewer');
    expect((await viewer.open(path + search)).body).not.toContain('Save as segment');

    const named = await visitor.send(`${path}/segments/${data[0].id}/rename`, { name: 'Threes' });
    expect(wordsOf(await visitor.follow(named))).toContain('The segment is called Threes now.');
    const { data: after } = (await service.call('GET', `${list.url}/segments`, list.account.key)).json();
    expect(after[0]).toMatchObject({ name: 'Threes', filter: data[0].filter });
    const unnamed = await visitor.send(`${path}/segments/${data[0].id}/rename?segment=${data[0].id}`, {
      name: '',
    });
    expect([unnamed.statusCode, wordsOf(unnamed)]).toEqual([
      400,
      expect.stringContaining('Name: is required'),
    ]);
    // Not in a menu, nor behind a button.
    expect(unnamed.body).toMatch(/<div id="rename-segment" role="dialog"/);
    const other = await makeList(service);
    const foreign = await (await signedIn(service, other.account)).send(
      `/dashboard/waitlists/${other.id}/segments/${data[0].id}/rename`,
      { name: 'Mine' },
    );
    expect(foreign.statusCode).toBe(404);
    expect((await viewer.send(`${path}/segments/${data[0].id}/rename`, { name: 'Mine' })).statusCode).toBe(
      403,
    );

    const gone = await visitor.send(`${path}/segments/${data[0].id}/delete`);
    expect(wordsOf(await visitor.follow(gone))).toContain('The segment is deleted. Its people stay.');
    expect((await list.page()).total).toBe(3);
  });
});
