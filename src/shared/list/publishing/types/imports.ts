import { z } from 'zod';
import { eventType, IsoTime, Uuid } from './event-type.ts';

const Count = z.int().min(0);

export const importEvents = {
  'import.finished': eventType({
    id: 'ImportFinished',
    summary: 'An import finished',
    description: 'Always published, also where the import publishes no `signup.created`.',
    data: z.object({
      id: Uuid.describe('The id of the import.'),
      waitlist_id: Uuid.describe('The id of its waitlist.'),
      waitlist_name: z.string().describe('The name of its waitlist.'),
      created: Count.describe('How many signups it has added.'),
      existing: Count.describe('How many rows have an address that was on the waitlist already.'),
      duplicates: Count.describe('How many rows have the address of an earlier row.'),
      rejected: Count.describe('How many rows could not be imported.'),
      over_quota: Count.describe('How many rows did not fit the plan’s limit.'),
      finished_at: IsoTime.describe('When it finished.'),
    }),
    at: 'finished_at',
    chat: {
      title: 'Import finished',
      color: 'blue',
      facts: ({ created, existing, rejected }) => [
        { label: 'New signups', value: String(created) },
        { label: 'On the list already', value: String(existing) },
        { label: 'Rejected', value: String(rejected) },
      ],
    },
  }),
};
