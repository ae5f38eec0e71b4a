import { z } from 'zod';
import { FieldDefinition } from '../../../shared/list/fields/schema.ts';
import { Signup, SignupInput, SignupResult } from '../../../shared/list/signups/schema.ts';
import { SignupFilters } from '../../../shared/list/signups/search/schema.ts';
import { Stats, StatsQuery } from '../../../shared/list/stats/schema.ts';
import {
  CreatedWaitlist,
  Waitlist,
  WaitlistInput,
  WaitlistPatch,
  WaitlistWithCount,
} from '../../../shared/list/waitlists/schema.ts';
import { notFound } from '../../../shared/platform/errors.ts';
import { pageOf, readWhole } from '../../../shared/platform/schema/paging.ts';
import { reads, type Tool, tool, waitlistId, writes } from '../tool.ts';

const signup = SignupInput.shape;

/** The range of days of statistics, as arguments. */
export const daysOfStats = {
  from: StatsQuery.shape.from.describe('First day, YYYY-MM-DD in UTC; 30 days before `to` where left out.'),
  to: StatsQuery.shape.to.describe('Last day, YYYY-MM-DD in UTC; today where left out.'),
};

/** JSON numbers; the query parameters of the REST API are text. */
const limit = z.int().min(1).max(200).default(50).describe('How many signups to return, 1 to 200.');
const offset = z.int().min(0).default(0).describe('How many of the newest signups to leave out.');

/** Exactly the nine tools of §4.10. */
export const coreTools: readonly Tool[] = [
  tool({
    name: 'create_waitlist',
    title: 'Create a waitlist',
    description:
      'Creates an empty waitlist in the account. Use it when the user wants to start collecting signups for something new; look with list_waitlists first, because names are unique in the account. Waitlists cannot be deleted with these tools.',
    hints: { ...writes, idempotentHint: false },
    input: z.strictObject({
      name: WaitlistInput.shape.name.describe('1 to 100 characters, unique in the account.'),
    }),
    output: CreatedWaitlist,
    run: (operations, { name }) => operations.createWaitlist({ name }),
  }),
  tool({
    name: 'list_waitlists',
    title: 'List all waitlists',
    description:
      'Lists all waitlists of the account, newest first, each with its live number of signups. Use it to find the id of a waitlist that the user calls by its name.',
    hints: reads,
    input: z.strictObject({}),
    output: pageOf(WaitlistWithCount),
    run: (operations) =>
      readWhole(
        (page) => operations.listWaitlists(page),
        ({ id }) => id,
      ),
  }),
  tool({
    name: 'add_signup',
    title: 'Put an address on a waitlist',
    description:
      'Puts an email address on a waitlist and returns its position. The person is sent the waitlist’s signup email, so use it only for people who asked for it. An address that is on the list already gets its first signup back: nothing changes and no second email is sent. At most 20 calls a minute per waitlist.',
    hints: { ...writes, openWorldHint: true },
    input: z.strictObject({
      waitlistId,
      email: signup.email.describe('The address to add.'),
      utmSource: signup.utm_source.describe('Where the person came from, such as newsletter.'),
      referrer: signup.referrer.describe('The URL of the page that the person came from.'),
      referralCode: signup.referral_code.describe(
        'The code of the signup that referred this one; one that matches nothing is ignored.',
      ),
      metadata: signup.metadata.describe(
        'Up to 10 texts of your own by keys of letters, digits and `_`, kept as they are.',
      ),
      fields: signup.fields.describe('Values of the custom fields that list_waitlist_fields shows.'),
    }),
    output: SignupResult,
    run: (operations, { waitlistId: id, utmSource, referralCode, referrer = null, ...more }) =>
      operations.createSignup(id, { ...more, referrer, utm_source: utmSource, referral_code: referralCode }),
  }),
  tool({
    name: 'list_signups',
    title: 'List signups',
    description:
      'Returns a page of the signups of a waitlist, newest first, with positions, referrals and the status of their emails. Use it to look through a list; to look up one address use get_signup_position, for numbers use get_waitlist_stats.',
    hints: reads,
    input: z.strictObject({ waitlistId, limit, offset }),
    output: pageOf(Signup),
    run: (operations, { waitlistId: id, ...page }) => operations.listSignups(id, page),
  }),
  tool({
    name: 'get_waitlist_stats',
    title: 'Read statistics',
    description:
      'Returns the statistics of a waitlist: signups per day and source in a range of days, growth against the week before, referring domains, and how many of the emails were delivered, opened and clicked. Use it for questions about growth and sources. On the Free plan days reach back 30 days.',
    hints: reads,
    input: z.strictObject({
      waitlistId,
      ...daysOfStats,
    }),
    output: Stats,
    run: (operations, { waitlistId: id, ...range }) => operations.readStats(id, range),
  }),
  tool({
    name: 'get_signup_position',
    title: 'Look up a position',
    description:
      'Returns the position of one email address on a waitlist, with its referrals and the length of the list. Use it when somebody asks where they stand, and to get the id that remove_signup needs. Fails with not_found if the address is not on the list.',
    hints: reads,
    input: z.strictObject({
      waitlistId,
      email: SignupFilters.shape.email.unwrap().describe('The address to look up.'),
    }),
    output: Signup.pick({
      id: true,
      email: true,
      position: true,
      display_position: true,
      referral_code: true,
      referral_count: true,
    }).extend({ total: SignupResult.shape.total }),
    async run(operations, { waitlistId: id, email }) {
      const [found, whole] = await Promise.all([
        operations.listSignups(id, { limit: 1, offset: 0, email }),
        operations.listSignups(id, { limit: 1, offset: 0 }),
      ]);
      return { ...(found.data[0] ?? notFound('signup')), total: whole.total };
    },
  }),
  tool({
    name: 'remove_signup',
    title: 'Remove a signup',
    description:
      'Removes one signup from a waitlist for good; there is no undo. Nobody else’s position moves, and a referral credit that it gave is taken back. Ask the user before you call it. The id comes from get_signup_position or list_signups.',
    hints: { ...writes, destructiveHint: true },
    input: z.strictObject({ waitlistId, signupId: z.guid().describe('Id of the signup, not its address.') }),
    output: z.object({ removed: z.literal(true) }),
    async run(operations, { waitlistId: id, signupId }) {
      await operations.removeSignup(id, signupId);
      return { removed: true as const };
    },
  }),
  tool({
    name: 'list_waitlist_fields',
    title: 'List custom fields',
    description:
      'Lists the custom fields of a waitlist with their types and whether they are required. Use it before add_signup, to know what `fields` may and must hold.',
    hints: reads,
    input: z.strictObject({ waitlistId }),
    output: pageOf(FieldDefinition),
    run: (operations, { waitlistId: id }) =>
      readWhole(
        (page) => operations.listFields(id, page),
        ({ key }) => key,
      ),
  }),
  tool({
    name: 'update_waitlist',
    title: 'Change a waitlist',
    description:
      'Renames a waitlist, or sets how many positions a signup moves up per referral in its display position (null turns that off). Stored positions never change. Give at least one of the two.',
    hints: writes,
    input: z
      .strictObject({
        waitlistId,
        name: WaitlistPatch.shape.name.describe('The new name, 1 to 100 characters.'),
        referralBonus: WaitlistPatch.shape.referral_bonus.describe(
          'Positions per referral, 1 to 1,000,000; null turns it off.',
        ),
      })
      .refine(
        ({ name, referralBonus }) => name !== undefined || referralBonus !== undefined,
        'must have name, referralBonus or both',
      ),
    output: Waitlist,
    run: (operations, { waitlistId: id, name, referralBonus }) =>
      operations.updateWaitlist(id, { name, referral_bonus: referralBonus }),
  }),
];
