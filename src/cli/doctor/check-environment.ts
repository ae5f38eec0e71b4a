import type { OperatorConfig } from '../../shared/config.ts';
import { type Check, ok, problem, warning } from './check.ts';

/** The oldest Node that runs the service. */
const leastNode = [20, 19] as const;
const leastPassword = 12;

/** Checks that need the environment alone. */
export function checkEnvironment(env: NodeJS.ProcessEnv, config: OperatorConfig): Check[] {
  return [
    checkNode(process.versions.node),
    checkBaseUrl(env, config),
    ...checkProxy(config),
    ...checkCell(config),
    checkTokens(config),
  ];
}

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor, leastMinor] = leastNode;
  const isEnough = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  return isEnough
    ? ok('node', `Node ${version}.`)
    : problem('node', `Node ${version} is too old.`, `Install Node ${leastNode.join('.')} or newer.`);
}

function checkBaseUrl({ BASE_URL }: NodeJS.ProcessEnv, { baseUrl }: OperatorConfig): Check {
  const advice = 'Set BASE_URL to the public https address of the service.';
  if (!BASE_URL)
    return warning('base_url', `BASE_URL is not set, so links in mails lead to ${baseUrl}.`, advice);
  const { protocol } = new URL(baseUrl);
  if (protocol !== 'https:')
    return warning(
      'base_url',
      'BASE_URL is not https. Mail programs show no button to unsubscribe, and passwords travel unencrypted.',
      advice,
    );
  return ok('base_url', `Links lead to ${baseUrl}.`);
}

function checkProxy({ baseUrl, http: { trustProxy } }: OperatorConfig): Check[] {
  if (!baseUrl.startsWith('https:')) return [];
  return trustProxy === 0
    ? [
        warning(
          'trust_proxy',
          'BASE_URL is https, which a proxy in front provides, but TRUST_PROXY is 0. All callers then count as one address.',
          'Set TRUST_PROXY to the number of proxies in front of the service.',
        ),
      ]
    : [ok('trust_proxy', 'Addresses of callers are read from X-Forwarded-For.')];
}

function checkCell({ cell }: OperatorConfig): Check[] {
  return cell === null ? [] : [ok('cell', `This is the cell ${cell}: keys and codes made here name it.`)];
}

function checkTokens({ operations: { metricsToken, admin } }: OperatorConfig): Check {
  const weak = [
    ...(metricsToken !== null && metricsToken !== undefined && metricsToken.length < leastPassword
      ? ['METRICS_TOKEN']
      : []),
    ...(admin !== null && admin.password.length < leastPassword ? ['ADMIN_PASSWORD'] : []),
  ];
  if (weak.length > 0)
    return warning(
      'tokens',
      `${weak.join(' and ')} can be guessed: fewer than ${leastPassword} characters.`,
      'Use `openssl rand -hex 32`.',
    );
  if (metricsToken === undefined || metricsToken === null)
    return warning(
      'tokens',
      'METRICS_TOKEN is not set, so anybody who reaches the service can read /metrics.',
      'Set METRICS_TOKEN, or keep /metrics inside with the proxy.',
    );
  return ok('tokens', 'Tokens and passwords of the operator are set and long enough.');
}
