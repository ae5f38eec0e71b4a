import { expect, test } from 'vitest';
import { sealedIntegration } from '../../../../src/shared/events/integrations/queries.ts';
import { sealedProvider } from '../../../../src/shared/mail/settings/provider-queries.ts';
import { openConfig } from '../../../../src/shared/platform/connections/sealed-config.ts';
import { openVault } from '../../../../src/shared/platform/secrets/sealed.ts';

const { config: emailProviderConfig, secret: emailProviderSecret } = sealedProvider;
const integrationConfig = sealedIntegration.config;
const vault = openVault(['ab'.repeat(32)]);
const account_id = '0190c0de-0000-7000-8000-000000000001';
const type = 'resend';

/** Texts of each column as an earlier version of the service stored them (C7.8). */
const stored = {
  emailConfig: 'v1.mi2y4j8V.ByUPf7GrnPaiOPnj.87y0UfU5thTGotc_WegjyF9kJNr8_wcpEhdHwQlHz8k',
  emailSecret: 'v1.mi2y4j8V.aBuQytDgcDdkjiU-.PhCXfBOtSvn0V6vKOZyCGVem6DlMMxPARljsru0I',
  integrationConfig: 'v1.mi2y4j8V.Qz7Qz8JK1CzGvT-J.dOMompWb0tqy2nYY5hzS1GXJrzT8t3_QJN5CS_KbX1E',
};

test('what was sealed once opens in its column (C7.8)', () => {
  const row = { account_id, type };
  const config = { api_key: 'k1' };
  expect(openConfig({ vault }, emailProviderConfig, { ...row, sealed_config: stored.emailConfig })).toEqual(
    config,
  );
  expect(
    openConfig({ vault }, integrationConfig, { ...row, sealed_config: stored.integrationConfig }),
  ).toEqual(config);
  expect(vault.open(stored.emailSecret, emailProviderSecret.boundTo(row))).toBe('whsec_c2VjcmV0');
});

test.each([
  ['in another column', integrationConfig, { account_id, type }],
  ['for another account', emailProviderConfig, { account_id: '0190c0de-0000-7000-8000-000000000002', type }],
  ['as another type', emailProviderConfig, { account_id, type: 'sendgrid' }],
])('it does not open %s', (_, column, row) => {
  expect(() => openConfig({ vault }, column, { ...row, sealed_config: stored.emailConfig })).toThrow(
    'sealed for another place',
  );
});
