import { z } from 'zod';
import type { AppError } from '../../shared/platform/errors.ts';
import type { Tool } from './tool.ts';

/** What the results of tools with a next step have in addition. */
export const NextStep = z.string().optional().describe('What to do next, if there is something.');

/** After a call that changes nothing without the count of what matches. `count` is what it was given. */
export const withCount = (matched: number, count: number | undefined): string | undefined =>
  count === undefined && matched > 0
    ? `Nothing is done yet. Tell the user the number, then make the same call with count ${matched}.`
    : undefined;

/** Tools that have the ids of things, the best first. */
const finders: Readonly<Record<string, readonly string[]>> = {
  waitlist: ['list_waitlists'],
  signup: ['get_signup_position', 'find_signups'],
  wave: ['get_wave'],
  invitation: ['list_invitations'],
  announcement: ['list_announcements'],
};

/**
 * What an agent does after an error, where it would have to guess: whether the same call can help, and which
 * tool has what was missing. Undefined where the message says it.
 */
export function nextStep(
  { code, message, status, retryAfterSeconds = 60 }: AppError,
  tools: readonly Tool[],
  tool: Tool | undefined,
): string | undefined {
  if (code === 'rate_limited') return `Wait ${retryAfterSeconds} s, then make the same call again.`;
  if (code === 'quota_exceeded')
    return 'Tell the user. The same call fails again until the plan allows more.';
  if (code === 'forbidden')
    return 'Tell the user what is missing. The same call fails again until it is granted.';
  if (code === 'not_found') return finderOf(message, tools, tool);
  if (code !== 'internal_error') return undefined;
  if (tool?.hints.idempotentHint === false)
    return 'Look whether it was done before you make the same call again.';
  return status === 503 ? 'Make the same call again in a few seconds.' : undefined;
}

function finderOf(message: string, tools: readonly Tool[], asked: Tool | undefined): string | undefined {
  const [, what = ''] = /^No such (\w+)\.$/.exec(message) ?? [];
  const finder = finders[what]?.find(
    (name) => name !== asked?.name && tools.some((tool) => tool.name === name),
  );
  return finder && `${finder} has the ids.`;
}
