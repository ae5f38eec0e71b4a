import { z } from 'zod';
import { declareJobs } from '../../platform/queue/jobs.ts';
import type { Plug } from '../plug.ts';

const peopleJobs = declareJobs({
  'erase-person': { payload: z.object({}) },
});
type PeopleJobs = typeof peopleJobs;

declare module '../../platform/queue/jobs.ts' {
  interface Jobs extends PeopleJobs {}
}

export const people: Plug = { person: null };
