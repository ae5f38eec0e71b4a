import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import type { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import { describeFirstIssue } from '../../shared/schema/issue.ts';
import { leaveNotice, type Notice } from './notice.ts';
import { toPlainWords, toWords } from './plain-words.ts';

/** What a form sent, by the names of its fields. */
export type FormValues = Readonly<Record<string, string | string[]>>;

/** Why a page is shown again in answer to a form, and with what. */
export interface Refusal {
  readonly message: string;
  readonly values: FormValues;
}

/** Makes a page for a request; with what was refused, where it answers a form. */
export type Show = (request: FastifyRequest, refusal?: Refusal) => Promise<VNode> | VNode;

export function sendPage(reply: FastifyReply, page: VNode): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(`<!doctype html>${render(page)}`);
}

/** A page at an address below /dashboard. */
export function addPage(app: FastifyInstance, url: string, options: RouteShorthandOptions, show: Show): void {
  app.get(url, options, async (request, reply) => sendPage(reply, await show(request)));
}

/** What a form does. It answers with `done`, or with a page that cannot be had again. */
export type Act = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** A form's address, below /dashboard. What the form is refused with is told on its page, which keeps what was entered. */
export function addForm(
  app: FastifyInstance,
  url: string,
  options: RouteShorthandOptions,
  show: Show,
  act: Act,
): void {
  app.post(url, options, async (request, reply) => {
    try {
      return await act(request, reply);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500 || error.code === 'not_found') throw error;
      const values = (request.body ?? {}) as FormValues;
      const message = toPlainWords(error.message);
      return sendPage(reply.code(error.status), await show(request, { message, values }));
    }
  });
}

/** Leads to a page that tells what was done: reloading it does nothing again. */
export function done(
  reply: FastifyReply,
  url: string,
  text: string,
  tone: Notice['tone'] = 'good',
): FastifyReply {
  leaveNotice(reply, { tone, text });
  return reply.redirect(url, 303);
}

/** What a form sent, in its shape. A field that is left empty is not there. @throws AppError invalid_request with the first thing that is wrong */
export function readForm<T extends z.ZodType>(shape: T, body: unknown): z.infer<T> {
  const values = Object.entries((body ?? {}) as FormValues).filter(([, value]) => value !== '');
  return readValues(shape, Object.fromEntries(values));
}

/** The same for values that were put together from a form. @throws AppError invalid_request */
export function readValues<T extends z.ZodType>(shape: T, values: unknown): z.infer<T> {
  const { data, error } = shape.safeParse(values);
  if (error)
    throw new AppError(
      'invalid_request',
      describeFirstIssue(error, { nameOf: toWords, missing: ': is required' }),
    );
  return data;
}
