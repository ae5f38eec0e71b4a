import { noFacts } from '../../platform/queue/jobs.ts';
import type { Plug } from '../plug.ts';

declare module '../../platform/queue/jobs.ts' {
  interface Jobs {
    'erase-person': typeof noFacts;
  }
}

export const people = { jobs: { 'erase-person': noFacts }, person: null } satisfies Plug;
