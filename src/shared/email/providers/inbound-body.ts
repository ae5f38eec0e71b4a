import { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { InboundRequest } from './provider.ts';

/** The body of a verified request. @throws AppError invalid_request unless it is JSON of this shape (C6.9) */
export function readBody<Shape>(provider: string, shape: z.ZodType<Shape>, request: InboundRequest): Shape {
  return readAs(provider, shape, toJson(request.body));
}

/** A part of that body. @throws AppError invalid_request as above */
export function readAs<Shape>(provider: string, shape: z.ZodType<Shape>, value: unknown): Shape {
  const { data, error } = shape.safeParse(value);
  if (error) throw new AppError('invalid_request', `The body is not an event of ${provider}.`);
  return data;
}

/** As long as a caller's request may be, and longer than what providers send whose signature stands in the body. */
const longestUnproven = 512 * 1024;

/** What tells whether a body is genuine, where it stands in the body itself: read before anybody knows that, and so of no long one. Undefined where it is not there. */
export function readProof<Shape>(shape: z.ZodType<Shape>, { body }: InboundRequest): Shape | undefined {
  return body.length > longestUnproven ? undefined : shape.safeParse(toJson(body)).data;
}

function toJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** A provider's id: it is stored and indexed, so it must be short and plain. */
export const ProviderId = z.string().regex(/^[\x20-\x7e]{1,256}$/);

const lastMoment = Date.UTC(9999, 11, 31);

/** A moment in any of ISO 8601's forms, as the one with milliseconds and `Z`. */
export const IsoTime = z
  .string()
  .transform((text) => Date.parse(text))
  .pipe(z.number().min(0).max(lastMoment))
  .transform((at) => new Date(at).toISOString());

/** A moment in seconds since 1970, as ISO 8601. */
export const UnixTime = z
  .number()
  .min(0)
  .max(lastMoment / 1000)
  .transform((seconds) => new Date(seconds * 1000).toISOString());

/** Our id of the signup in a tag or in metadata; null for what another sender of the same account put there. */
export function toSignupId(value: unknown): string | null {
  return z.guid().safeParse(value).data ?? null;
}
