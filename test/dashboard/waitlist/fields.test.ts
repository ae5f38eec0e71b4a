import { describe, expect, test } from 'vitest';
import { rowsOf, signedIn, textOf, type Visitor, wordsOf } from '../../support/dashboard.ts';
import { makeList, type TestList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';

describe('the fields of a waitlist', () => {
  const service = useService();

  const open = async (): Promise<{ list: TestList; visitor: Visitor; path: string }> => {
    const list = await makeList(service);
    return {
      list,
      visitor: await signedIn(service, list.account),
      path: `/dashboard/waitlists/${list.id}/fields`,
    };
  };
  const company = { key: 'company', label: 'Company', type: 'string', position: '' };

  test('can be added, are shown in order, and apply to the next signup (§2.2)', async () => {
    const { list, visitor, path } = await open();
    const empty = textOf((await visitor.open(path)).body);
    expect(empty).toContain('No custom fields yet');
    expect(empty).toContain('Required Every signup without a value is refused');
    const added = await visitor.send(path, { ...company, required: 'on' });
    expect([added.statusCode, added.headers.location]).toEqual([303, path]);
    expect(textOf((await visitor.open(path)).body)).toContain(
      'Company was added. It is required: from now on every signup without it is refused.',
    );
    await visitor.send(path, { key: 'team_size', label: ' Team size ', type: 'number', position: '1' });
    expect(textOf((await visitor.open(path)).body)).toContain(
      'Team size was added. It applies to new signups.',
    );
    await visitor.send(path, { key: '', label: 'Beta', type: 'boolean', position: '' });
    const { body } = await visitor.open(path);
    expect(rowsOf(body)).toEqual([
      ['Company', 'company', 'Text', 'Yes', '1'],
      ['Team size', 'team_size', 'Number', 'No', '1'],
      ['Beta', 'beta', 'Yes or no', 'No', '2'],
    ]);
    expect(textOf(body)).toContain('3 of 20 fields in use.');
    expect((await list.signUp({ email: 'a@example.com' })).statusCode).toBe(400);
  });

  test.each([
    [{ key: 'Company' }, 'Key: must be a lower-case letter'],
    [{ key: 'email' }, 'Key: must not be a built-in variable'],
    [{ label: ' ' }, 'Label: '],
    [{ type: 'date' }, 'Type: '],
    [{ position: '0' }, 'Position: '],
    [{ position: '-1' }, 'Position: '],
    [{ position: 'first' }, 'Position: '],
    [{ position: '1.5' }, 'Position: '],
  ])('are refused with %j, and the input stays', async (change, message) => {
    const { visitor, path } = await open();
    const { statusCode, body } = await visitor.send(path, { ...company, required: 'on', ...change });
    expect(statusCode).toBe(400);
    expect(body).toContain('role="alert"');
    expect(textOf(body)).toContain(message);
    expect(body).toMatch(/<input[^>]*name="required"[^>]*checked/);
    if (!('label' in change)) expect(body).toMatch(/<input[^>]*name="label"[^>]*value="Company"/);
    expect(textOf(body)).toContain('No custom fields yet');
  });

  test('are refused with a key in use, and after the 20th', async () => {
    const { visitor, path } = await open();
    await visitor.send(path, company);
    expect((await visitor.send(path, company)).statusCode).toBe(409);
    for (let n = 2; n <= 20; n++) await visitor.send(path, { ...company, key: `field_${n}` });
    const full = (await visitor.open(path)).body;
    expect(rowsOf(full)).toHaveLength(20);
    expect(textOf(full)).toContain('20 of 20 fields in use.');
    expect(textOf(full)).not.toContain('Add a field');
    const refused = await visitor.send(path, { ...company, key: 'one_more' });
    expect(refused.statusCode).toBe(400);
    expect(textOf(refused.body)).toContain('A waitlist can have at most 20 fields.');
  });

  test('can change label, position and required, but not key and type (C1.7)', async () => {
    const { visitor, path } = await open();
    await visitor.send(path, { ...company, required: 'on' });
    const page = (await visitor.open(`${path}/company`)).body;
    expect(page).toMatch(/name="label"[^>]*value="Company"/);
    expect(page).toMatch(/name="required"[^>]*checked/);
    expect(page).not.toContain('name="key"');

    const required = await visitor.send(`${path}/company`, { label: 'Company', required: 'on' });
    expect(wordsOf(await visitor.follow(required))).toContain(
      'Company was saved. It is required: from now on every signup without it is refused.',
    );
    const saved = await visitor.send(`${path}/company`, { label: 'Firm', position: '7' });
    expect([saved.statusCode, saved.headers.location]).toEqual([303, path]);
    expect(rowsOf((await visitor.open(path)).body)).toEqual([['Firm', 'company', 'Text', 'No', '7']]);
    await visitor.send(`${path}/company`, { label: 'Firm', position: '' });
    expect(rowsOf((await visitor.open(path)).body)).toEqual([['Firm', 'company', 'Text', 'No', '7']]);

    for (const change of [
      { label: '' },
      { label: 'x', key: 'other' },
      { label: 'x', type: 'number' },
      { label: 'x', position: '-1' },
    ]) {
      const { statusCode, body } = await visitor.send(`${path}/company`, change);
      expect([statusCode, body.includes('role="alert"')], JSON.stringify(change)).toEqual([400, true]);
    }
    expect(rowsOf((await visitor.open(path)).body)).toEqual([['Firm', 'company', 'Text', 'No', '7']]);
  });

  test('are deleted after a confirmation, and signups keep their values (§4.5)', async () => {
    const { list, visitor, path } = await open();
    await visitor.send(path, company);
    const { id } = await list.add({ email: 'a@example.com', fields: { company: 'Acme' } });
    expect(textOf((await visitor.open(`${path}/company`)).body)).toContain(
      'Existing signups keep their values.',
    );
    const deleted = await visitor.send(`${path}/company/delete`);
    expect([deleted.statusCode, deleted.headers.location]).toEqual([303, path]);
    expect(textOf((await visitor.open(path)).body)).toContain('The field company was deleted.');
    const signup = textOf((await visitor.open(`/dashboard/waitlists/${list.id}/signups/${id}`)).body);
    expect(signup).toContain('Fields company Acme');
    expect((await visitor.send(`${path}/company/delete`)).statusCode).toBe(404);
  });

  test('return 404 if they are unknown or belong to another list', async () => {
    const { visitor, path } = await open();
    const other = await open();
    await other.visitor.send(other.path, company);
    for (const page of [`${path}/company`, `${path}/No`, `${other.path}/company`]) {
      expect((await visitor.open(page)).statusCode, page).toBe(404);
      expect((await visitor.send(page, { label: 'x' })).statusCode, page).toBe(404);
      expect((await visitor.send(`${page}/delete`)).statusCode, page).toBe(404);
    }
    expect((await visitor.send(other.path, company)).statusCode).toBe(404);
    expect(rowsOf((await other.visitor.open(other.path)).body)).toEqual([
      ['Company', 'company', 'Text', 'No', '1'],
    ]);
  });
});
