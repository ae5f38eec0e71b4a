import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { Visitor } from '../dashboard.ts';
import { type FakeProvider, startFakeProvider } from '../fakes/fake-provider.ts';

/** A person at the provider. */
interface Person {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
}

/** A strict OpenID provider. It takes each code once, with its PKCE verifier, from its client. */
export interface OpenIdProvider extends FakeProvider {
  /** Who is signed in there. */
  person: Person;
  /** Claims that replace those of the ID token. */
  lies: Readonly<Record<string, unknown>>;
  /** Whether ID tokens are signed by a key that is not the provider's. */
  isForging: boolean;
  /** Tells the address only at its userinfo endpoint. */
  hidesEmail: boolean;
  /** Does what the browser does at its page. @returns the URL that the browser is sent back to */
  visit(url: string): Promise<URL>;
}

export const client = { id: 'waitlist', secret: 'openid-client-secret' };

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const makeKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

export async function startOpenIdProvider(redirectUri: string): Promise<OpenIdProvider> {
  const [keys, forged] = [makeKeys(), makeKeys()];
  const codes = new Map<string, { nonce: string; challenge: string; person: Person }>();
  const persons = new Map<string, Person>();
  const bad = (error: string) => ({ status: 400, body: { error } });

  const fake = await startFakeProvider(({ method, path, headers, body }) => {
    const { pathname, searchParams } = new URL(path, provider.url);
    switch (`${method} ${pathname}`) {
      case 'GET /.well-known/openid-configuration':
        return {
          status: 200,
          body: {
            issuer: provider.url,
            authorization_endpoint: `${provider.url}/authorize`,
            token_endpoint: `${provider.url}/token`,
            userinfo_endpoint: `${provider.url}/userinfo`,
            jwks_uri: `${provider.url}/jwks`,
            response_types_supported: ['code'],
            subject_types_supported: ['public'],
            id_token_signing_alg_values_supported: ['RS256'],
            authorization_response_iss_parameter_supported: true,
          },
        };
      case 'GET /jwks':
        return {
          status: 200,
          body: {
            keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' }],
          },
        };
      case 'GET /authorize': {
        const asked = Object.fromEntries(searchParams);
        const isRight =
          asked.client_id === client.id &&
          asked.redirect_uri === redirectUri &&
          asked.response_type === 'code' &&
          asked.scope === 'openid email' &&
          asked.code_challenge_method === 'S256' &&
          Boolean(asked.state && asked.nonce && asked.code_challenge);
        if (!isRight) return bad('invalid_request');
        const code = randomUUID();
        codes.set(code, {
          nonce: asked.nonce ?? '',
          challenge: asked.code_challenge ?? '',
          person: provider.person,
        });
        const back = new URL(redirectUri);
        back.search = String(new URLSearchParams({ code, state: asked.state ?? '', iss: provider.url }));
        return { status: 302, headers: { location: back.href } };
      }
      case 'POST /token': {
        const sent = Object.fromEntries(new URLSearchParams(body));
        const asked = codes.get(sent.code ?? '');
        codes.delete(sent.code ?? '');
        if (sent.client_id !== client.id || sent.client_secret !== client.secret)
          return { status: 401, body: { error: 'invalid_client' } };
        const challenge = createHash('sha256')
          .update(sent.code_verifier ?? '')
          .digest('base64url');
        if (!asked || challenge !== asked.challenge || sent.redirect_uri !== redirectUri)
          return bad('invalid_grant');
        const { sub, ...address } = asked.person;
        const seconds = Math.floor(Date.now() / 1_000);
        const claims = {
          iss: provider.url,
          aud: client.id,
          sub,
          iat: seconds,
          exp: seconds + 300,
          nonce: asked.nonce,
          ...(!provider.hidesEmail && address),
          ...provider.lies,
        };
        const signed = `${base64url({ alg: 'RS256', kid: '1' })}.${base64url(claims)}`;
        const { privateKey } = provider.isForging ? forged : keys;
        const token = randomUUID();
        persons.set(token, asked.person);
        return {
          status: 200,
          body: {
            access_token: token,
            token_type: 'Bearer',
            id_token: `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`,
          },
        };
      }
      case 'GET /userinfo': {
        const person = persons.get(headers.authorization?.replace('Bearer ', '') ?? '');
        return person ? { status: 200, body: person } : { status: 401 };
      }
      default:
        return { status: 404 };
    }
  });

  const provider: OpenIdProvider = Object.assign(fake, {
    person: { sub: 'nobody' },
    lies: {},
    isForging: false,
    hidesEmail: false,
    async visit(url: string) {
      const answer = await fetch(url, { redirect: 'manual' });
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`${answer.status} ${await answer.text()}`);
      return new URL(location);
    },
  });
  return provider;
}

/** Sends a browser to the provider and back. @returns the answer to the browser that comes back */
export async function signInAt(
  provider: OpenIdProvider,
  visitor: Visitor,
  begin = '/dashboard/sign-in/oidc',
): Promise<LightMyRequestResponse> {
  visitor.cookies.delete('waitlist-session');
  const there = await visitor.open(begin);
  if (there.statusCode !== 303) throw new Error(`${there.statusCode} ${there.body}`);
  const { pathname, search } = await provider.visit(String(there.headers.location));
  return visitor.open(pathname + search);
}
