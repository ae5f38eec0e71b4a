/** What others may use of it. */
export type { TellOfPause } from './sending/send-announcement.ts';
