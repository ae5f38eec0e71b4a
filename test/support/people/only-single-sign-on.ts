import { afterAll, beforeAll } from 'vitest';
import { client, type OpenIdProvider, startOpenIdProvider } from '../network/openid-provider.ts';

/** An OpenID provider, with the environment of a service that lets nobody in by a password. */
export function useOnlySingleSignOn() {
  const env: NodeJS.ProcessEnv = {
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_ONLY: '1',
  };
  let provider: OpenIdProvider;
  beforeAll(async () => {
    provider = await startOpenIdProvider('http://localhost:3000/dashboard/sign-in/oidc/callback');
    env.OIDC_ISSUER = provider.url;
  });
  afterAll(() => provider.close());
  return { env, provider: () => provider };
}
