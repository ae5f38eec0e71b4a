import type { FastifyError } from 'fastify';
import { AppError } from '../../../shared/platform/errors.ts';
import type { Locale } from '../../../shared/platform/language/locales.ts';
import { type Say, sayIn } from '../../../shared/platform/language/say.ts';
import { VisitorError } from '../../../shared/platform/language/visitor-error.ts';
import { isUnusable } from '../../../shared/platform/postgres/server/database-problem.ts';
import { isAborted } from '../../plugins/errors.ts';
import type { PageError } from '../../plugins/page-error.ts';

/** The page is none that the owner lists. */
export const foreignPage = () => new VisitorError('forbidden', (say) => say('form.foreign'));

/** What a visitor reads of an error; undefined for what only the developer of the page can mend. */
export function textFor(error: FastifyError, say: Say): string | undefined {
  if (error instanceof VisitorError) return error.textIn(say);
  if (!(error instanceof AppError)) return undefined;
  if (error.status === 404) return say('form.gone');
  if (error.code === 'rate_limited') return say('form.tooMany');
  return error.status === 400 && error.field === 'email' ? say('form.badEmail') : undefined;
}

/** The same error in the visitor's language. */
export function toVisitorError(error: FastifyError, locale: Locale): FastifyError | AppError {
  const text = textFor(error, sayIn(locale));
  if (text === undefined || !(error instanceof AppError)) return error;
  const { code, status, retryAfterSeconds } = error;
  return new AppError(code, text, {
    status,
    cause: error,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

/** What a page says of an error. */
export function toPageError(error: FastifyError, locale: Locale): PageError {
  const say = sayIn(locale);
  if (error instanceof AppError && error.status < 500) {
    const { status, message, retryAfterSeconds } = error;
    return { status, message: textFor(error, say) ?? message, retryAfterSeconds };
  }
  if (isAborted(error)) return { status: 400, message: 'The request was aborted.' };
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { status: 413, message: say('form.tooLarge') };
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return { status: 415, message: 'The page sends the form in a way that the service does not read.' };
  if (error.code?.startsWith('FST_') && error.statusCode === 400)
    return { status: 400, message: 'The request is malformed.' };
  if (error instanceof AppError || isUnusable(error))
    return { status: 503, message: say('form.unavailable'), retryAfterSeconds: 5 };
  return { status: 500, message: say('form.ourFault') };
}
