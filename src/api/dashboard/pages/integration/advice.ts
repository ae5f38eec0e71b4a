import type { IntegrationType } from '../../../../shared/events/names.ts';

/** What to do about a delivery that no receiver got, by what its error says. */
const unreachable: readonly (readonly [error: RegExp, text: string])[] = [
  [
    /ENOTFOUND|EAI_AGAIN/,
    'The host name of the URL is not known. Look for a typing error, and check that your DNS has a record for it that can be seen from the internet. Then save the URL again and send a test event.',
  ],
  [
    /private or reserved network/,
    'The host leads to an address that cannot be reached from the internet, such as 10.0.0.1 or localhost. Use the public address of your server. To try it on your own machine, open a tunnel and enter its address. The operator of this service can allow a host with OUTBOUND_ALLOW_HOSTS.',
  ],
];

/**
 * The same for the account's own server. Other receivers are not the account's to mend, and their errors say
 * what to do.
 */
const ofServer: readonly (readonly [error: RegExp, text: string])[] = [
  [
    /ECONNREFUSED/,
    'Nothing listens at this address. Check that your server runs, that it listens on this port, and that its firewall lets requests in.',
  ],
  [
    /ETIMEDOUT|ECONNECT\b|EHOSTUNREACH|ENETUNREACH/,
    'Your server did not answer in time. Answer with 204 within 10 seconds, and do slow work afterwards. If no request arrives at all, check its firewall.',
  ],
  [
    /CERT|TLS|SSL|SIGNATURE/,
    'The TLS certificate of your server is not accepted. It must be valid, for this host name, and be sent with its chain.',
  ],
  [/answered 3\d\d/, 'Redirects are not followed. Enter the address that your server redirects to.'],
  [
    /answered 40[13]\b/,
    'Your server refuses the request. If it checks the signature, compare the secret; a proxy in front of it may ask for a login.',
  ],
  [/answered 404\b/, 'Your server has no such path. Compare the URL with its routes.'],
  [/answered 410\b/, 'Your server says that it wants no more deliveries.'],
  [/answered 5\d\d/, 'Your server failed. Its log should say why; the delivery shows what it answered.'],
];

/** A text for the people of the account; undefined if there is nothing to say. */
export function adviceFor(type: IntegrationType, error: string | null): string | undefined {
  const advice = type === 'webhook' ? [...unreachable, ...ofServer] : unreachable;
  return advice.find(([pattern]) => error !== null && pattern.test(error))?.[1];
}
