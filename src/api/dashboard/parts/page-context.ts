import type { FastifyRequest } from 'fastify';
import { createContext } from 'preact';
import type { Session } from '../../../shared/account/sessions/session.ts';
import { pathOf } from '../../request-path.ts';
import type { Flash } from '../flash.ts';
import type { FormError } from '../pages.ts';
import type { SideLists } from './frame/side-lists.ts';

/** The parts of a request that the layout and its forms need. */
export interface PageContext {
  readonly session: Session;
  readonly path: string;
  readonly flash: Flash | undefined;
  /** The waitlists of the sidebar. Error pages show none. */
  readonly lists?: SideLists | undefined;
  /** Of the form whose refusal the page shows. */
  readonly formError?: FormError | undefined;
}

export const Page = createContext<PageContext | undefined>(undefined);

export function pageOf(request: FastifyRequest): PageContext {
  const { session, flash, sideLists } = request;
  return { session, path: pathOf(request), flash, lists: sideLists };
}
