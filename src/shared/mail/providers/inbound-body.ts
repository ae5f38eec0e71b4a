import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { parseJson } from '../../platform/outbound/json-of-others.ts';
import type { InboundRequest } from './provider.ts';

/** For a request that the provider did not send, or not recently. */
export function badSignature(): AppError {
  return new AppError('unauthorized', 'The signature is missing, wrong or too old.');
}

/** The body of a verified request. @throws AppError invalid_request unless it is JSON of this shape (C6.9) */
export function readBody<Shape>(provider: string, shape: z.ZodType<Shape>, request: InboundRequest): Shape {
  return readAs(provider, shape, parseJson(request.body.toString('utf8')));
}

/** A part of that body. @throws AppError invalid_request as above */
export function readAs<Shape>(provider: string, shape: z.ZodType<Shape>, value: unknown): Shape {
  const { data, error } = shape.safeParse(value);
  if (error) throw new AppError('invalid_request', `The body is not an event of ${provider}.`);
  return data;
}

/** As long as a caller's request may be, and longer than requests of providers that sign in the body. */
const longestUnverified = 512 * 1024;

/**
 * The proof that a body is genuine, if it is in the body itself. It is read before the body is verified, so
 * only from short ones. Undefined if it is missing.
 */
export function readProof<Shape>(shape: z.ZodType<Shape>, { body }: InboundRequest): Shape | undefined {
  return body.length > longestUnverified ? undefined : shape.safeParse(parseJson(body.toString('utf8'))).data;
}

/** A text that names something at a provider. It is stored and indexed, so it must be short and plain. */
export const ProviderText = z.string().regex(/^[\x20-\x7e]{1,256}$/);

/** An id of a provider, which may be a number; read as its text. */
export const ProviderId = z.union([z.string(), z.int().transform(String)]).pipe(ProviderText);

/** The address of a link that was clicked. An event without a readable one still tells of a click. */
export const ClickedLink = z.string().max(8_192).optional().catch(undefined);

const latest = Date.UTC(9999, 11, 31);

/** A time in any form of ISO 8601, converted to the one with milliseconds and `Z`. */
export const IsoTime = z
  .string()
  .transform((text) => Date.parse(text))
  .pipe(z.number().min(0).max(latest))
  .transform((at) => new Date(at).toISOString());

/** A time in seconds since 1970, as a number or its text, converted to ISO 8601. */
export const UnixTime = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,12}(\.\d{1,9})?$/)
      .transform(Number),
  ])
  .pipe(
    z
      .number()
      .min(0)
      .max(latest / 1000),
  )
  .transform((seconds) => new Date(seconds * 1000).toISOString());

/**
 * Our id of the mail in a tag or in metadata; null for anything else, which other software of the account put
 * there.
 */
export function toEmailId(value: unknown): string | null {
  return z.guid().safeParse(value).data ?? null;
}
