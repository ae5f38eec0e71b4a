import { noFacts } from '../platform/queue/jobs.ts';

export const accountJobs = {
  /** Its id is that of the link. The payload holds no token: there is none yet. */
  'send-user-link': noFacts,
};
type AccountJobs = typeof accountJobs;

declare module '../platform/queue/jobs.ts' {
  interface Jobs extends AccountJobs {}
}
