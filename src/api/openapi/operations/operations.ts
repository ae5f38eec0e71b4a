import type { OperationId, OperationText } from '../operation-text.ts';
import { accountTexts } from './account.ts';
import { announcementsTexts } from './announcements.ts';
import { importsTexts } from './imports.ts';
import { integrationsTexts } from './integrations.ts';
import { peopleTexts } from './people.ts';
import { publicTexts } from './public.ts';
import { releaseTexts } from './release.ts';
import { reviewsTexts, rewardsTexts } from './reviews.ts';
import { serviceTexts } from './service.ts';
import { signupsTexts } from './signups.ts';
import { waitlistsTexts } from './waitlists.ts';

/** The texts of every operation. */
export const operationTexts: Readonly<Record<OperationId, OperationText>> = {
  ...accountTexts,
  ...waitlistsTexts,
  ...signupsTexts,
  ...reviewsTexts,
  ...releaseTexts,
  ...announcementsTexts,
  ...rewardsTexts,
  ...importsTexts,
  ...peopleTexts,
  ...publicTexts,
  ...integrationsTexts,
  ...serviceTexts,
};
