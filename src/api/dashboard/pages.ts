import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import type { z } from 'zod';
import { AppError } from '../../shared/platform/errors.ts';
import { describeFirstIssue } from '../../shared/platform/schema/issue.ts';
import { pathOf } from '../request-path.ts';
import { type Flash, setFlash } from './flash.ts';
import { nameKey, toWords } from './plain-words.ts';

/** The submitted values of a form, by field name. */
export type FormValues = Readonly<Record<string, string | string[]>>;

/** The number in a field. Null, which is a setting's default, for an empty one; NaN for what is no number. */
export const numberIn = (text: unknown): number | null =>
  text === '' || text === undefined ? null : Number(text);

/** An error of a form, with the submitted values to show again. */
export interface FormError {
  readonly message: string;
  readonly values: FormValues;
  /** The path that the form was sent to. */
  readonly path?: string;
  /** The field that the message is about, if the error names it. */
  readonly field?: string | undefined;
}

/** Renders a page. `formError` is set if its form was rejected. */
export type Show = (request: FastifyRequest, formError?: FormError) => Promise<VNode> | VNode;

export function sendPage(reply: FastifyReply, page: VNode): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(`<!doctype html>${render(page)}`);
}

/** Adds a page at a URL below /dashboard. */
export function addPage(app: FastifyInstance, url: string, options: RouteShorthandOptions, show: Show): void {
  app.get(url, options, async (request, reply) => sendPage(reply, await show(request)));
}

/** Handles a form. Responds with `redirectWithFlash`, or with a page that is shown only once. */
type HandleForm = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Adds a form at a URL below /dashboard.
 * If it is rejected, its page shows the error and the submitted values.
 */
export function addForm(
  app: FastifyInstance,
  url: string,
  options: RouteShorthandOptions,
  show: Show,
  handle: HandleForm,
): void {
  app.post(url, options, async (request, reply) => {
    try {
      return await handle(request, reply);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500 || error.code === 'not_found') throw error;
      const formError = {
        message: nameKey(error.message),
        values: (request.body ?? {}) as FormValues,
        path: pathOf(request),
        field: error.field,
      };
      return sendPage(reply.code(error.status), await show(request, formError));
    }
  });
}

/** What was entered in the form at a path, if that one was rejected. */
export function valuesFor(formError: FormError | undefined, path: string): FormValues | undefined {
  return formError?.path === path ? formError.values : undefined;
}

/**
 * Redirects to a page that shows a flash message, below the heading that the URL names with `#` if it names
 * one (`CardTitle`). Reloading that page does not submit the form again.
 */
export function redirectWithFlash(
  reply: FastifyReply,
  url: string,
  text: string,
  tone: Flash['tone'] = 'good',
): FastifyReply {
  setFlash(reply, { tone, text, at: url.split('#')[1] });
  return reply.redirect(url, 303);
}

/**
 * Validates a submitted form. Empty fields count as missing.
 * @throws AppError invalid_request with the first error
 */
export function readForm<T extends z.ZodType>(shape: T, body: unknown): z.infer<T> {
  const values = Object.entries((body ?? {}) as FormValues).filter(([, value]) => value !== '');
  return readValues(shape, Object.fromEntries(values));
}

/** Like `readForm`, for values that were built from a form. @throws AppError invalid_request */
export function readValues<T extends z.ZodType>(shape: T, values: unknown, nameOf = toWords): z.infer<T> {
  const { data, error } = shape.safeParse(values);
  if (error) throw new AppError('invalid_request', describeFirstIssue(error, { nameOf }));
  return data;
}

/**
 * Reads a form that may have a file: its texts become the body. `take` is handed each file, and says whether
 * the rest is still to be read.
 * @throws AppError invalid_request for what is no form
 */
export async function readFormParts(
  request: FastifyRequest,
  take: (file: MultipartFile) => Promise<boolean>,
): Promise<void> {
  const values: Record<string, string> = {};
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.value !== '') values[part.fieldname] = String(part.value);
      } else if (!(await take(part))) break;
    }
  } catch (error) {
    if (error instanceof Error && ('statusCode' in error || error instanceof AppError)) throw error;
    throw new AppError('invalid_request', 'The form did not arrive whole.', { cause: error });
  }
  request.body = values;
}
