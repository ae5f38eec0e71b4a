import type { LightMyRequestResponse } from 'fastify';
import type { Import, ImportRow } from '../../../src/shared/capabilities/imports/schema.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';
import type { TestList } from '../list.ts';
import type { Service } from '../service/service.ts';
import type { TestWorker } from '../service/worker.ts';

/** What tests do with the imports of a list. */
export interface TestImports {
  upload(csv: string | Buffer, query?: string): Promise<LightMyRequestResponse>;
  read(id: string): Promise<Import>;
  rows(id: string, query?: string): Promise<ImportRow[]>;
  /** Calls an action of an import, such as `start`. */
  act(id: string, action: string, payload?: object): Promise<LightMyRequestResponse>;
  /** Validates until the dry run is done. */
  validate(id: string): Promise<Import>;
  /** Uploads and validates. @throws Error with the answer if it is refused */
  dryRun(csv: string | Buffer, query?: string): Promise<Import>;
  /** Starts and runs to the end. */
  finish(id: string): Promise<Import>;
  /** All of it. */
  run(csv: string | Buffer, query?: string): Promise<Import>;
}

export function importsOf(service: Service, worker: TestWorker, list: TestList): TestImports {
  const { account } = list;
  const work = (job: 'validate-import' | 'run-import', id: string) =>
    worker.run(job, { id, accountId: account.accountId });
  const toEnd = async (job: 'validate-import' | 'run-import', id: string) => {
    while (await work(job, id));
  };
  const imports: TestImports = {
    upload: (csv, query = '') =>
      service.call('POST', `${list.url}/imports?${query}`, account.key, {
        headers: { 'content-type': 'text/csv' },
        payload: csv,
      }),
    read: async (id) => (await service.call('GET', `${list.url}/imports/${id}`, account.key)).json(),
    rows: async (id, query = 'limit=200') =>
      (await service.call('GET', `${list.url}/imports/${id}/rows?${query}`, account.key)).json().data,
    act: (id, action, payload = {}) =>
      service.call('POST', `${list.url}/imports/${id}/${action}`, account.key, { payload }),
    async validate(id) {
      await toEnd('validate-import', id);
      return imports.read(id);
    },
    async dryRun(csv, query) {
      const answer = await imports.upload(csv, query);
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return imports.validate(answer.json().id);
    },
    async finish(id) {
      const answer = await imports.act(id, 'start');
      if (answer.statusCode !== 200) throw new Error(answer.body);
      await toEnd('run-import', id);
      return imports.read(id);
    },
    run: async (csv, query) => imports.finish((await imports.dryRun(csv, query)).id),
  };
  return imports;
}

/**
 * Stores an import whose dry run is done. It is not counted as open, so that a test can have many. @returns
 * its id
 */
export async function insertReadyImport(sql: Sql, accountId: string, waitlistId: string): Promise<string> {
  const id = newId();
  await sql`
    INSERT INTO imports (account_id, id, waitlist_id, state, preset, positions, codes, notify, events, columns, pruned_at)
    VALUES (${accountId}, ${id}, ${waitlistId}, 'ready', 'auto', 'append', 'keep', false, false, '["Mail"]', clock_timestamp())`;
  return id;
}
