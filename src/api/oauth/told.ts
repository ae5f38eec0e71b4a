import type { KoaContextWithOIDC } from 'oidc-provider';

/** Metadata of an authorization server (RFC 8414); the library adds that of OpenID Connect. */
const ofServer = new Set([
  ...['issuer', 'authorization_endpoint', 'token_endpoint', 'registration_endpoint', 'revocation_endpoint'],
  ...['scopes_supported', 'response_types_supported', 'response_modes_supported', 'grant_types_supported'],
  ...['token_endpoint_auth_methods_supported', 'revocation_endpoint_auth_methods_supported'],
  ...['code_challenge_methods_supported', 'authorization_response_iss_parameter_supported'],
  ...['client_id_metadata_document_supported', 'service_documentation'],
]);

/** What there is of a registered client (RFC 7591). */
const ofClient = new Set([
  ...['client_id', 'client_id_issued_at', 'client_name', 'redirect_uris', 'application_type'],
  ...['grant_types', 'response_types', 'token_endpoint_auth_method'],
]);

const toldBy: Readonly<Record<string, ReadonlySet<string>>> = { discovery: ofServer, registration: ofClient };

/** Leaves out of an answer of the library what this server does not do: it tells nobody who somebody is. */
export async function tellOnlyOauth(koa: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const told = koa.oidc && toldBy[koa.oidc.route];
  if (!told || koa.status >= 400) return;
  const body = Object.entries(koa.body as object).filter(([name]) => told.has(name));
  koa.body = Object.fromEntries(
    body.map(([name, value]) => [
      name,
      Array.isArray(value) ? value.filter((one) => one !== 'openid') : value,
    ]),
  );
}
