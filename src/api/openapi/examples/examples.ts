import type { OperationId } from '../operations/operation-text.ts';
import type { Example } from './example.ts';
import { importsExamples } from './imports.ts';
import { integrationsExamples } from './integrations.ts';
import { pagesExamples } from './pages.ts';
import { peopleExamples } from './people.ts';
import { invitationsExamples } from './release/invitations.ts';
import { wavesExamples } from './release/waves.ts';
import { reviewsExamples } from './reviews.ts';
import { serviceExamples } from './service.ts';
import { signupsExamples } from './signups.ts';
import { waitlistsExamples } from './waitlists.ts';

export const examples: Readonly<Record<OperationId, Example>> = {
  ...waitlistsExamples,
  ...signupsExamples,
  ...pagesExamples,
  ...peopleExamples,
  ...reviewsExamples,
  ...importsExamples,
  ...integrationsExamples,
  ...serviceExamples,
  ...wavesExamples,
  ...invitationsExamples,
};
