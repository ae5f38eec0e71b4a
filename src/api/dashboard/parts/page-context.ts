import type { FastifyRequest } from 'fastify';
import { createContext } from 'preact';
import type { Session } from '../../../shared/sessions/session.ts';
import type { Notice } from '../notice.ts';

/** What the frame of a page and its forms show of the request. */
export interface PageContext {
  readonly session: Session;
  readonly path: string;
  readonly notice: Notice | undefined;
}

export const Page = createContext<PageContext | undefined>(undefined);

export function pageOf({ session, url, notice }: FastifyRequest): PageContext {
  const [path = ''] = url.split('?');
  return { session, path, notice };
}
