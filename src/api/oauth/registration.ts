import { z } from 'zod';
import { AppError } from '../../shared/platform/errors.ts';
import { describeFirstIssue } from '../../shared/platform/schema/issue.ts';

const mostRedirects = 10;

/** What counts of a registration (RFC 7591). The rest is dropped, as the standard allows. */
const Registration = z.object({
  client_name: z.string().trim().min(1).max(100).default('Unnamed app'),
  redirect_uris: z.array(z.string().max(500)).min(1).max(mostRedirects),
  client_uri: z
    .url({ protocol: /^https$/ })
    .max(500)
    .optional(),
});

/**
 * The registration of a client as the library is to see it: a public client, and a native one if its codes go
 * to its own machine, which few say of themselves.
 * @throws AppError invalid_request
 */
export function readRegistration(body: unknown): object {
  const { data, error } = Registration.safeParse(body);
  if (error) throw new AppError('invalid_request', describeFirstIssue(error));
  const isNative = data.redirect_uris.every((uri) => !uri.startsWith('https://'));
  return { ...data, application_type: isNative ? 'native' : 'web', token_endpoint_auth_method: 'none' };
}
