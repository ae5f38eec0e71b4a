import { generateKeyPairSync, hkdfSync } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type Provider from 'oidc-provider';
import type { Configuration, JWK, KoaContextWithOIDC } from 'oidc-provider';
import { scopes } from '../../shared/account/scopes.ts';
import { findCredentials } from '../../shared/account/users/queries.ts';
import { isUnusable } from '../../shared/platform/postgres/server/database-problem.ts';
import type { WebContext } from '../web-context.ts';
import { adapterFor } from './adapter.ts';
import { openClientDocuments } from './client-document.ts';
import { loadLibrary } from './load-library.ts';
import { isToolUrl } from './resources.ts';
import { showError } from './show-error.tsx';
import { tellOnlyOauth } from './told.ts';

export const oauthPaths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
} as const;

const minute = 60;
const day = 86_400;

/** The library wants a key for tokens of identity, of which it gives none. */
const unusedKey = (): JWK =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as JWK;

/**
 * The authorization server: OAuth 2.1 with PKCE for public clients, and nothing else of what the library can
 * do. It is loaded with the first request to it.
 */
export async function openProvider(ctx: WebContext): Promise<Provider> {
  const [{ default: Library, interactionPolicy }, { key }] = await Promise.all([
    loadLibrary(ctx.log),
    ctx.linkSigner(),
  ]);
  const { Check, Prompt } = interactionPolicy;
  /** The owner decides anew about each app: a browser that is signed in grants nothing by itself. */
  const decision = (name: 'login' | 'consent') =>
    new Prompt(
      { name, requestable: true },
      new Check('undecided', 'The user has not decided yet', `${name}_required`, ({ oidc }) =>
        oidc.result?.[name] ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    );
  const { baseUrl } = ctx.config;
  const documents = openClientDocuments(ctx);
  const configuration: Configuration = {
    adapter: (kind: string) => adapterFor(ctx, kind),
    routes: {
      authorization: oauthPaths.authorize,
      token: oauthPaths.token,
      registration: oauthPaths.register,
      revocation: oauthPaths.revoke,
    },
    jwks: { keys: [unusedKey()] },
    scopes: ['offline_access', ...scopes],
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: {
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
      grant_types: ['authorization_code', 'refresh_token'],
    },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    ttl: {
      AuthorizationCode: minute,
      AccessToken: 60 * minute,
      RefreshToken: 30 * day,
      Grant: 10 * 365 * day,
      Interaction: 30 * minute,
      Session: 30 * minute,
    },
    cookies: {
      keys: [Buffer.from(hkdfSync('sha256', key, '', 'oauth-cookies', 32)).toString('base64url')],
      names: {
        session: 'waitlist-oauth',
        interaction: 'waitlist-oauth-ask',
        resume: 'waitlist-oauth-resume',
      },
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: {
        enabled: true,
        // The library's own does the same, and writes a line that is no JSON.
        allowedPolicy: async (_, client, token) => token.clientId === client.clientId,
      },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02', allowFetch: documents.allowFetch },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => `${baseUrl}/mcp`,
        useGrantedResource: () => true,
        async getResourceServerInfo(_, resource) {
          if (!isToolUrl(baseUrl, resource)) throw new (await import('oidc-provider')).errors.InvalidTarget();
          return { scope: scopes.join(' '), accessTokenFormat: 'opaque', accessTokenTTL: 60 * minute };
        },
      },
    },
    interactions: {
      policy: [decision('login'), decision('consent')],
      url: (_, { uid }) => `/dashboard/connect/${uid}`,
    },
    async loadExistingGrant({ oidc }: KoaContextWithOIDC) {
      const grantId = oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
    },
    async findAccount(_, id) {
      const user = await findCredentials(ctx.sql, id);
      return user && { accountId: id, claims: async () => ({ sub: id }) };
    },
    renderError: (koa, out) => {
      if (koa.accepts('json', 'html') === 'html') return showError(koa, out);
      koa.body = out;
    },
    fetch: documents.fetch,
  };
  const provider = new Library(baseUrl, configuration);
  provider.proxy = true; // the address is that of BASE_URL, whatever a proxy says
  provider.use(tellOnlyOauth);
  // What is wrong with a request is shown here, so a link to this service leads nowhere else by itself.
  provider.on('authorization.error', ({ oidc }, err) => {
    if (oidc.route === 'authorization') Object.assign(err, { allow_redirect: false });
  });
  const logFailure = (err: Error): { isAway: boolean } => {
    const isAway = isUnusable(err);
    ctx.log[isAway ? 'warn' : 'error']({ err }, 'the authorization server failed');
    return { isAway };
  };
  provider.on('server_error', ({ res }, err) => {
    if (!logFailure(err).isAway || res.headersSent) return;
    res.statusCode = 503;
    res.setHeader('retry-after', '5');
  });
  // What fails behind the library's own handlers, such as its keeping of the session, is answered by Koa: as
  // the error says.
  const koa: EventEmitter = provider; // the library's types lack its events
  koa.on('error', (err) => {
    if (logFailure(err).isAway) Object.assign(err, { status: 503, headers: { 'retry-after': '5' } });
  });
  return provider;
}
