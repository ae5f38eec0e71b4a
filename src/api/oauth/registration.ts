import { z } from 'zod';
import { AppError } from '../../shared/platform/errors.ts';
import { describeFirstIssue } from '../../shared/platform/schema/issue.ts';
import { isStorable } from '../../shared/platform/schema/text.ts';

const mostRedirects = 10;
const longestName = 100;

/** What counts of what a client tells of itself (RFC 7591). The rest is dropped, as the standard allows. */
const Told = z.object({
  client_name: z
    .string()
    .max(1_000)
    .transform(shown)
    .default('')
    .transform((name) => name || 'Unnamed app'),
  redirect_uris: z
    .array(z.string().max(500).refine(isStorable, 'must be text that can be stored'))
    .min(1)
    .max(mostRedirects),
});

/**
 * What a client tells of itself, as the library is to see it: a public client, of the type whose codes go to
 * https, to its own machine, or to a scheme of its own, and nowhere else.
 * @throws AppError invalid_request
 */
export function readClient(told: unknown): object {
  const { data, error } = Told.safeParse(told);
  if (error) {
    const [field] = error.issues[0]?.path ?? [];
    throw new AppError('invalid_request', describeFirstIssue(error), { field: String(field ?? '') });
  }
  return { ...data, application_type: 'native', token_endpoint_auth_method: 'none' };
}

/** What a registration is refused with, instead of the envelope: clients read it (RFC 7591, 3.2.2). */
export function registrationError({ code, status, message, field }: AppError): object {
  const isTemporary = status === 429 || status === 503;
  const refusal = field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
  const own = code === 'invalid_request' ? refusal : 'server_error';
  return { error: isTemporary ? 'temporarily_unavailable' : own, error_description: message };
}

/** A name without what is not seen, or turns the text around it. */
function shown(name: string): string {
  return [...name.replaceAll(/[\p{C}\s]+/gu, ' ').trim()].slice(0, longestName).join('');
}
