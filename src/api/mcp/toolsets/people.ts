import { z } from 'zod';
import {
  Erasure,
  ErasureInput,
  Exported,
  PersonInput,
  PersonMail,
  personExport,
} from '../../../shared/capabilities/people/schema.ts';
import '../../../shared/capabilities.ts';
import { Suppression } from '../../../shared/mail/suppressions/schema.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import { reads, type Tool, tool, waitlistId, writes } from '../tool.ts';

const { email } = PersonInput.shape;
const { shape: exported } = Exported;
const found = exported.signups.element.shape;
const lastMails = 10;

/** Tools for what a person can ask for (N3). */
export const peopleTools: readonly Tool[] = [
  tool({
    name: 'find_person',
    title: 'Find a person',
    description:
      'Returns the signups of one address on all waitlists, its mails and what became of them, and whether it gets any. Use it when you know the address and not the waitlist, or to see why a mail did not arrive.',
    hints: reads,
    input: z.strictObject({ email }),
    output: z.object({
      signups: z
        .array(
          z.object({
            id: found.id,
            waitlist_id: found.waitlist_id,
            waitlist_name: found.waitlist_name,
            position: found.position,
            created_at: found.created_at,
            email_status: found.email_status,
            unsubscribed_at: found.unsubscribed_at,
          }),
        )
        .describe('The signups of the address, oldest first.'),
      mails: z.int().min(0).describe('How many mails there are to these signups.'),
      last_mails: z
        .array(PersonMail.omit({ id: true }))
        .max(lastMails)
        .describe('The newest 10 of them.'),
      suppressions: exported.suppressions,
    }),
    async run(operations, person) {
      const { signups, mails, suppressions } = await operations.findPerson(person);
      // Ids begin with their time. A mail of a signup has the id of the signup.
      const newest = mails.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, lastMails);
      return { signups, mails: mails.length, last_mails: newest, suppressions };
    },
  }),
  tool({
    name: 'stop_mails',
    title: 'Stop mails to an address',
    description:
      'Unsubscribes an address from the mails of one waitlist, or of all. Its signup and its place stay. To delete the person use erase_person.',
    hints: writes,
    input: z.strictObject({
      email,
      waitlistId: waitlistId.optional().describe('Only the mails of this waitlist; all where left out.'),
    }),
    output: Suppression,
    run: (operations, { email: address, waitlistId: waitlist_id = null }) =>
      operations.addSuppression({ email: address, waitlist_id }),
  }),
  tool({
    name: 'export_person',
    title: 'Export what is kept about a person',
    description:
      'Returns everything that is kept about one address: signups with their fields, mails and what became of them, suppressions, events and deliveries. Use it if a person asks for their data.',
    hints: reads,
    input: z.strictObject({ email }),
    output: personExport(),
    run: (operations, person) => operations.exportPerson(person),
  }),
  tool({
    name: 'erase_person',
    title: 'Erase a person',
    description:
      'Deletes everything that is kept about one address, on all waitlists, for good. Connected tools learn of it. `count` must be the number of its signups from find_person, as a check that it is the right person. Ask the user first. By default the address gets no mails any more, even if it signs up again.',
    hints: { ...writes, destructiveHint: true, openWorldHint: true },
    input: z.strictObject({
      email,
      count: z.int().min(0).describe('How many signups the address has, from find_person.'),
      suppress: ErasureInput.shape.suppress,
    }),
    output: Erasure,
    async run(operations, { count, ...person }) {
      const { signups } = await operations.findPerson(person);
      if (count !== signups.length)
        throw new AppError(
          'invalid_request',
          `count: is ${count}, but the address has ${signups.length} signups`,
        );
      return operations.erasePerson(person);
    },
  }),
];
