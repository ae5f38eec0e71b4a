import { capabilities } from '../../../../src/shared/capabilities.ts';
import { announcements } from './announcements.ts';
import { campaigns } from './campaigns.ts';
import { confirmations } from './confirmations.ts';
import { forms } from './forms.ts';
import { imports } from './imports.ts';
import type { Plant } from './plant.ts';
import { release } from './release.ts';
import { rewards } from './rewards.ts';
import { segments } from './segments.ts';
import { trust } from './trust.ts';

/** Null: it keeps nothing of a person. */
const plantOf: Readonly<Record<keyof typeof capabilities, Plant | null>> = {
  ...{ announcements, campaigns, confirmations, forms, imports, release, rewards, segments, trust },
  ...{ branding: null, leaderboard: null, pages: null, people: null, retention: null, statisticsLinks: null },
};

/**
 * How a person gets to all places of each capability, in the order of their list.
 * @throws Error for a capability that keeps something of a person, and that nobody plants
 */
export const plants: readonly Plant[] = Object.entries(capabilities).flatMap(([name, { person }]) => {
  const plant = plantOf[name as keyof typeof capabilities];
  if (!plant && person) throw new Error(`test/support/people/plants has nothing for ${name}`);
  return plant ?? [];
});
