import type { FastifyRequest } from 'fastify';
import { createContext } from 'preact';
import type { Session } from '../../../shared/sessions/session.ts';
import type { Notice } from '../notice.ts';
import { type FormError, pathOf } from '../pages.ts';

/** The parts of a request that the layout and its forms need. */
export interface PageContext {
  readonly session: Session;
  readonly path: string;
  readonly notice: Notice | undefined;
  /** Of the form whose refusal the page shows. */
  readonly formError?: FormError | undefined;
}

export const Page = createContext<PageContext | undefined>(undefined);

export function pageOf(request: FastifyRequest): PageContext {
  const { session, notice } = request;
  return { session, path: pathOf(request), notice };
}
