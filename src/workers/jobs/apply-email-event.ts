import type { Processor } from '../runner/processor.ts';

/** Applies what a provider reported of a mail (§6.2), together with other events that are due. */
export const applyEmailEvent: Processor<'apply-email-event'> = (ctx, job) => ctx.applyEvent(job);
