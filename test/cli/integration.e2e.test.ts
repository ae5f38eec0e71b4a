import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setIntegration } from '../../src/shared/events/integrations/set-integration.ts';
import { newId } from '../../src/shared/platform/ids.ts';
import { type FakeProvider, startFakeProvider } from '../support/fakes/fake-provider.ts';
import { useService } from '../support/service/service.ts';
import { documentOf, failureOf, waitlist } from './cli.ts';

describe('integration', () => {
  const service = useService();
  let receiver: FakeProvider;

  beforeAll(async () => {
    receiver = await startFakeProvider(() => ({ status: 204 }));
  });
  afterAll(() => receiver.close());

  const env = () => ({
    DATABASE_URL: service.env.DATABASE_URL,
    ENCRYPTION_KEY: service.env.ENCRYPTION_KEY,
    OUTBOUND_ALLOW_HOSTS: '127.0.0.1',
  });
  const send = (...options: string[]) => waitlist(env(), 'integration', 'test', ...options, '--json');
  async function hooked() {
    const { accountId } = await service.account({ plan: 'launch' });
    const caller = { accountId, plan: 'launch' } as const;
    await setIntegration(service.ctx, caller, 'webhook', { config: { url: receiver.url } });
    return accountId;
  }

  test('test sends a made-up signup and prints the delivery record, failed or not (C10, C11.4)', async () => {
    const account = await hooked();
    const record = documentOf(await send('--account', account, '--type', 'webhook'));
    expect(record).toMatchObject({ status: 'success', response_status: 204, is_test: true });
    const body = JSON.parse(receiver.requests.at(-1)?.body ?? '');
    expect(body).toMatchObject({ type: 'signup.created', data: { metadata: { service_test: true } } });
    receiver.next({ status: 500 });
    const failed = documentOf(await send('--account', account, '--type', 'webhook'));
    expect(failed).toMatchObject({ status: 'failed', response_status: 500, is_test: true });
  });

  test('test fails for an unknown account or integration (C10)', async () => {
    const { accountId } = await service.account();
    expect(failureOf(await send('--account', newId(), '--type', 'webhook'))).toBe('No such account.');
    expect(failureOf(await send('--account', 'nonsense', '--type', 'webhook'))).toBe('No such account.');
    expect(failureOf(await send('--account', accountId, '--type', 'webhook'))).toBe('No such integration.');
    expect(failureOf(await send('--account', accountId, '--type', 'pigeon'))).toContain('--type');
    expect(failureOf(await send('--type', 'webhook'))).toContain('--account');
  });
});
