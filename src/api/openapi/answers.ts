import { z } from 'zod';
import { type ErrorCode, errorEnvelope, errorStatus } from '../../shared/platform/errors.ts';
import { named } from '../../shared/platform/schema/described.ts';

/** The body of every error answer (§7). */
const ErrorAnswer = named(
  'Error',
  z.object({
    error: z
      .object({
        code: z
          .enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]])
          .describe('The kind of error. Rely on this.'),
        message: z
          .string()
          .describe('For people, and may change. For a bad value it starts with the name of the field.'),
      })
      .describe('What went wrong.'),
  }),
);
type ErrorAnswer = z.infer<typeof ErrorAnswer>;

interface ErrorDescription {
  /** Its name under `components.responses`. */
  readonly name: string;
  readonly description: string;
  /** A real body. */
  readonly example: ErrorAnswer;
}

/** Every error that an operation can answer, by its status (§7, C1.5, C1.6, C1.16). */
export const errorAnswers = {
  400: {
    name: 'InvalidRequest',
    description: 'The body, the query or a value in them is not valid.',
    example: errorEnvelope('invalid_request', 'limit: must be at most 200'),
  },
  401: {
    name: 'Unauthorized',
    description:
      'The API key is missing, wrong or revoked. On inbound webhooks: the signature is missing, wrong or too old.',
    example: errorEnvelope(
      'unauthorized',
      'Missing, invalid or revoked API key. Send it as: Authorization: Bearer <API_KEY>',
    ),
  },
  402: {
    name: 'QuotaExceeded',
    description:
      'The plan has no room for another signup or waitlist, or lacks the feature; or there is no way to send mail. Waiting does not help.',
    example: errorEnvelope(
      'quota_exceeded',
      'The Free plan is limited to 1 waitlist. Delete one or upgrade the plan.',
    ),
  },
  403: {
    name: 'Forbidden',
    description: 'The API key lacks the scope.',
    example: errorEnvelope('forbidden', 'This API key lacks the scope waitlists:read.'),
  },
  404: {
    name: 'NotFound',
    description:
      'No such resource on this account. An id of another account and an id that is no UUID get the same answer.',
    example: errorEnvelope('not_found', 'No such waitlist.'),
  },
  406: {
    name: 'Unreadable',
    description: 'A signed event of Mailgun cannot be read, and would not be if it were sent again.',
    example: errorEnvelope('invalid_request', 'The body is not an event of Mailgun.'),
  },
  409: {
    name: 'Conflict',
    description:
      "The waitlist's name or the field's key is in use, the integration is paused or busy, the list has given out its last position, or the wave, announcement or invitation is not in a state for it. Or the `Idempotency-Key` was used with another body, or for a request that is still running.",
    example: errorEnvelope('conflict', 'A waitlist with this name already exists.'),
  },
  413: {
    name: 'BodyTooLarge',
    description: 'The body is larger than 512 KiB; of a bulk or an inbound webhook, than 4 MiB.',
    example: errorEnvelope('invalid_request', 'The request body is larger than 512 KiB.'),
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is not sent as JSON.',
    example: errorEnvelope('invalid_request', 'Send the body as JSON, with Content-Type: application/json.'),
  },
  429: {
    name: 'RateLimited',
    description:
      "The account's requests of this minute are used up, the caller's address has used up its signups for the waitlist, or too many exports are running.",
    example: errorEnvelope('rate_limited', 'The limit is 300 requests per minute. Try again in 56 s.'),
  },
  500: {
    name: 'InternalError',
    description: 'The service failed. Its log has the details under the request id.',
    example: errorEnvelope('internal_error', 'Something went wrong on our side. Please try again.'),
  },
  503: {
    name: 'Unavailable',
    description: 'The database is unavailable. Try again.',
    example: errorEnvelope('internal_error', 'The service is temporarily unavailable. Please try again.'),
  },
} as const satisfies Record<number, ErrorDescription>;
export type ErrorAnswerStatus = keyof typeof errorAnswers;

/**
 * The headers that answers carry beside the usual ones (C1.12, C1.13), by their names under
 * `components.headers`.
 */
export const answerHeaders = {
  'X-Request-Id': {
    description:
      "The request's id, also in the service's log. You may send your own: 1 to 128 letters, digits and `._:-`.",
    schema: { type: 'string', maxLength: 128 },
    example: '2c6f0f0e-0a5b-4c53-8ac2-1f1c9f0d7a35',
  },
  'RateLimit-Limit': {
    description: 'The requests that the account may make in a minute. On answers to a valid key.',
    schema: { type: 'integer', minimum: 1 },
    example: 300,
  },
  'RateLimit-Remaining': {
    description: 'The requests that are left in this minute. On answers to a valid key.',
    schema: { type: 'integer', minimum: 0 },
    example: 279,
  },
  'RateLimit-Reset': {
    description: 'Seconds until the minute ends. On answers to a valid key.',
    schema: { type: 'integer', minimum: 1, maximum: 60 },
    example: 56,
  },
  'Retry-After': {
    description:
      'The seconds to wait before the same request may succeed. With 409 only while a request with the same `Idempotency-Key` is running.',
    schema: { type: 'integer', minimum: 1 },
    example: 56,
  },
  'Idempotent-Replayed': {
    description: '`true` if the answer was given before to the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Content-Disposition': {
    description: 'A file name for the download.',
    schema: { type: 'string' },
    example: 'attachment; filename="signups.csv"',
  },
} as const;
type AnswerHeader = keyof typeof answerHeaders;

const rateHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

/** What an answer of a route carries. */
export function headersOf(guarded: boolean, more: readonly AnswerHeader[] = []) {
  return refs(['X-Request-Id', ...(guarded ? rateHeaders : []), ...more]);
}

/** The error answers, to stand under `components.responses`. */
export function errorResponses(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(errorAnswers).map(([status, { name, description, example }]) => [
      name,
      {
        description,
        headers: headersOf(Number(status) < 500 && Number(status) !== 401, waitsHelp(Number(status))),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } },
      },
    ]),
  );
}

function waitsHelp(status: number): readonly AnswerHeader[] {
  return status === 409 || status === 429 || status === 503 ? ['Retry-After'] : [];
}

function refs(names: readonly AnswerHeader[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
