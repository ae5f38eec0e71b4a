import * as openid from 'openid-client';
import { AppError, unavailable } from '../../../platform/errors.ts';

/** The OpenID provider of the operator. */
export interface ProviderSettings {
  /** Its URL, where `/.well-known/openid-configuration` describes it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Who somebody is to the provider. */
export interface Identity {
  readonly issuer: string;
  /** Never of two people, unlike an address. */
  readonly subject: string;
  /** Undefined unless the provider says that the address is theirs. */
  readonly email: string | undefined;
}

/** What a browser keeps while its user is at the provider. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

const timeoutSeconds = 10;

/** Where the provider sends browsers back to. It must be told this URL. */
export const redirectUriOf = (baseUrl: string): string => `${baseUrl}/dashboard/sign-in/oidc/callback`;

/** Sign-in at an OpenID provider (N8): the authorization code flow with PKCE. */
export class SingleSignOn {
  readonly #settings: ProviderSettings;
  readonly #redirectUri: string;
  #discovered: Promise<openid.Configuration> | undefined;

  constructor(settings: ProviderSettings, baseUrl: string) {
    this.#settings = settings;
    this.#redirectUri = redirectUriOf(baseUrl);
  }

  /**
   * The page of the provider to send a browser to. @throws AppError internal_error (503) if the provider does
   * not answer
   */
  async begin(): Promise<{ url: string; checks: Checks }> {
    const provider = await this.#provider();
    const checks = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      verifier: openid.randomPKCECodeVerifier(),
    };
    const url = openid.buildAuthorizationUrl(provider, {
      redirect_uri: this.#redirectUri,
      scope: 'openid email',
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, checks };
  }

  /**
   * Turns the code in the query that the provider sent a browser back with into an identity.
   * @throws AppError unauthorized, whatever is wrong with it; internal_error (503) if the provider does not
   * answer
   */
  async finish(query: string, { state, nonce, verifier }: Checks): Promise<Identity> {
    const provider = await this.#provider();
    try {
      const tokens = await openid.authorizationCodeGrant(provider, new URL(this.#redirectUri + query), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims() ?? refuse(undefined);
      // Some providers tell the address only here.
      const profile =
        claims.email === undefined && provider.serverMetadata().userinfo_endpoint
          ? await openid.fetchUserInfo(provider, tokens.access_token, claims.sub)
          : claims;
      const isTheirs = profile.email_verified === true && typeof profile.email === 'string';
      return { issuer: claims.iss, subject: claims.sub, email: isTheirs ? String(profile.email) : undefined };
    } catch (error) {
      if (isUnanswered(error)) throw unavailable(error);
      return refuse(error);
    }
  }

  /** The description of the provider, read once. A failure is not kept. */
  #provider(): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    this.#discovered ??= openid
      .discovery(new URL(issuer), clientId, clientSecret, undefined, {
        timeout: timeoutSeconds,
        execute: [
          openid.enableNonRepudiationChecks, // signatures are checked, too
          ...(issuer.startsWith('http://') ? [openid.allowInsecureRequests] : []),
        ],
      })
      .catch((error) => {
        this.#discovered = undefined;
        throw unavailable(error);
      });
    return this.#discovered;
  }
}

/** Whether a request to the provider got no answer, or one that says so. */
function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'TimeoutError' || error.message === 'fetch failed') return true;
  const { cause } = error;
  return cause instanceof Response ? cause.status >= 500 : isUnanswered(cause);
}

function refuse(cause: unknown): never {
  throw new AppError('unauthorized', 'The sign-in was not completed. Begin again.', { cause });
}
