import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { type ServiceProcess, startProcess } from '../../support/service/processes.ts';
import { useService } from '../../support/service/service.ts';
import { hookCalls } from '../events/hooked.ts';

describe('a delivery whose result cannot be recorded', () => {
  const service = useService();
  let receiver: FakeProvider;
  let worker: ServiceProcess;
  const { hooked, signUp } = hookCalls(service, () => receiver);

  beforeAll(async () => {
    receiver = await startFakeProvider(({ body }) => ({ status: 200, body: `thanks for ${body}` }));
    await service.sql`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$`;
    await service.sql`CREATE TRIGGER refuse BEFORE INSERT ON delivery_details EXECUTE FUNCTION refuse()`;
    const { DATABASE_URL, REDIS_URL, ENCRYPTION_KEY } = service.env;
    const env = { DATABASE_URL, REDIS_URL, ENCRYPTION_KEY, OUTBOUND_ALLOW_HOSTS: '127.0.0.1' };
    worker = await startProcess('worker', env, { logLevel: 'trace' });
  });
  afterAll(async () => {
    await worker.stop();
    await receiver.close();
  });

  test.each(['none', 'standard'])(
    'is logged by its id, without an address (C5.5): retries %s',
    async (retries) => {
      const hook = await hooked({ retries });
      const of = (text: string) => worker.output().split(text).length - 1;
      const before = of('were not recorded');
      await signUp(hook, `planted-${retries}`);
      await expect.poll(() => of('were not recorded')).toBeGreaterThan(before);
      expect(receiver.requests.at(-1)?.body).toContain(`planted-${retries}@example.com`);
      expect(worker.output()).not.toContain('planted-');
      const [{ sealed_config } = {}] =
        await service.sql`SELECT sealed_config FROM integrations WHERE id = ${hook.integrationId}`;
      expect(worker.output()).not.toContain(sealed_config);
    },
  );
});
