import type { Tool } from './tool.ts';
import { announcementTools } from './toolsets/announcements.ts';
import { coreTools } from './toolsets/core.ts';
import { eventTools } from './toolsets/events.ts';
import { importTools } from './toolsets/imports.ts';
import { invitationTools } from './toolsets/invitations.ts';
import { peopleTools } from './toolsets/people.ts';
import { reviewTools } from './toolsets/reviews.ts';
import { rewardTools } from './toolsets/rewards.ts';
import { signupTools } from './toolsets/signups.ts';

/** The tools by what they are about. `core` are the nine of §4.10; the others are additions (N1). */
const toolsets = {
  core: coreTools,
  signups: signupTools,
  events: eventTools,
  people: peopleTools,
  reviews: reviewTools,
  invitations: invitationTools,
  imports: importTools,
  announcements: announcementTools,
  rewards: rewardTools,
} as const satisfies Record<string, readonly Tool[]>;

export const toolsetNames = [...Object.keys(toolsets), 'all'];

/**
 * The tools of a toolset, or of `all`; with `readonly` only those that change nothing.
 * Undefined for an unknown name.
 */
export function toolsOf(name: string, readonly: boolean): readonly Tool[] | undefined {
  // Some tools are in several toolsets.
  const tools = name === 'all' ? [...new Set(Object.values(toolsets).flat())] : ownToolset(name);
  return readonly ? tools?.filter(({ hints }) => hints.readOnlyHint) : tools;
}

function ownToolset(name: string): readonly Tool[] | undefined {
  return Object.hasOwn(toolsets, name) ? toolsets[name as keyof typeof toolsets] : undefined;
}
