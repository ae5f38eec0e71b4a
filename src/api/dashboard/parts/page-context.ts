import type { FastifyRequest } from 'fastify';
import { createContext } from 'preact';
import type { Session } from '../../../shared/sessions/session.ts';
import type { Notice } from '../notice.ts';

/** The parts of a request that the layout and its forms need. */
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
