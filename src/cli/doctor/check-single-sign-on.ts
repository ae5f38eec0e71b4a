import { redirectUriOf, SingleSignOn } from '../../shared/account/sign-in/single-sign-on/provider.ts';
import type { OperatorConfig } from '../../shared/config.ts';
import { type Check, ok, problem, reasonOf } from './check.ts';

/** Asks the OpenID provider for its description, as a sign-in does. */
export async function checkSingleSignOn({
  singleSignOn,
  hasPasswords,
  baseUrl,
}: OperatorConfig): Promise<Check[]> {
  if (!singleSignOn) return [];
  const { issuer } = singleSignOn;
  try {
    await new SingleSignOn(singleSignOn, baseUrl).begin();
  } catch (error) {
    const reason = reasonOf(error instanceof Error ? (error.cause ?? error) : error);
    const advice = 'Check OIDC_ISSUER: it is the URL in front of /.well-known/openid-configuration.';
    return [problem('single_sign_on', `${issuer} cannot be used: ${reason}`, advice)];
  }
  return [
    ok(
      'single_sign_on',
      `${issuer} describes itself. It must know ${redirectUriOf(baseUrl)} as a redirect URI.${hasPasswords ? '' : ' Nobody signs in with a password.'}`,
    ),
  ];
}
