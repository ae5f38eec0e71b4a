import { z } from 'zod';
import { CampaignCounts } from '../../../shared/capabilities/campaigns/schema.ts';
import { LeaderboardEntry } from '../../../shared/capabilities/leaderboard/schema.ts';
import { SignupNote, SignupPatch } from '../../../shared/list/changes/schema.ts';
import { fieldKeyForm } from '../../../shared/list/fields/schema.ts';
import { BulkResult, maxSignupsPerBulk } from '../../../shared/list/signing-up/bulk/schema.ts';
import { Signup, SignupInput } from '../../../shared/list/signups/schema.ts';
import { SignupFilters, SignupOrder } from '../../../shared/list/signups/search/schema.ts';
import { PeopleFilter } from '../../../shared/list/signups/selection/people-filter.ts';
import { Stats } from '../../../shared/list/stats/schema.ts';
import { LinksOfSignup } from '../../../shared/list/status/read-signup-links.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import { boundedList, boundedRecord } from '../../../shared/platform/schema/bounded.ts';
import { pageOf } from '../../../shared/platform/schema/paging.ts';
import { boundedText } from '../../../shared/platform/schema/text.ts';
import { reads, type Tool, tool, waitlistId, writes } from '../tool.ts';
import { daysOfStats } from './core.ts';
import { segmentTools } from './segments.ts';
import { readTopReferrers, TopReferrers } from './top-referrers.ts';

const signupId = z.guid().describe('Id of the signup, not its address.');
const { shape: filters } = SignupFilters;
const { shape: signup } = SignupInput;

const FieldFilters = boundedRecord(
  z.record(z.string().regex(fieldKeyForm, 'is not the key of a field'), boundedText(1_000)),
  20,
);

const toParameters = (prefix: string, values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}.${key}`, value]));

/** A signup of add_signups. It is checked whole, so that one mistake stores none. */
const NewSignup = z.strictObject({
  email: signup.email,
  utmSource: signup.utm_source,
  referrer: signup.referrer,
  referralCode: signup.referral_code,
  metadata: signup.metadata,
  fields: signup.fields,
  locale: signup.locale,
});

/** Tools for single signups and many at once (N1). */
export const signupTools: readonly Tool[] = [
  ...segmentTools,
  tool({
    name: 'get_signup',
    title: 'Read one signup',
    description:
      'Returns one signup with its position, referrals, custom fields and the status of its email. Use it when you have the id; to look up an address use find_signups with email.',
    hints: reads,
    input: z.strictObject({ waitlistId, signupId }),
    output: Signup,
    run: (operations, args) => operations.readSignup(args.waitlistId, args.signupId),
  }),
  tool({
    name: 'find_signups',
    title: 'Find signups',
    description:
      'Returns a page of the signups that match all given filters, and how many match. Use it for questions such as who came from a campaign, whose email bounced, or who chose a plan.',
    hints: reads,
    input: z.strictObject({
      waitlistId,
      email: filters.email,
      q: filters.q,
      referralCode: filters.referral_code,
      utmSource: filters.utm_source,
      utmCampaign: filters.utm_campaign,
      match: filters.match,
      confirmed: z
        .boolean()
        .optional()
        .describe('Only signups that have confirmed their address, or only those that have not.'),
      emailStatus: filters.email_status,
      bounceClass: filters.bounce_class,
      referredBy: filters.referred_by,
      segment: filters.segment,
      createdFrom: filters.created_from,
      createdTo: filters.created_to,
      fields: FieldFilters.optional().describe(
        'Values of custom fields by their keys, as text, compared as `match` says: {"company": "Acme", "vip": "true"}.',
      ),
      notFields: FieldFilters.optional().describe(
        'The same for those to leave out: {"company": "Acme"}. Signups without a value stay.',
      ),
      notEmailDomains: PeopleFilter.shape.not_email_domains,
      order: SignupOrder.default('newest').describe(
        '`newest` or `oldest` first, most `referrals` first, or by `display_position`.',
      ),
      limit: z.int().min(1).max(200).default(50).describe('How many signups to return, 1 to 200.'),
      offset: z.int().min(0).default(0).describe('How many of the matching signups to leave out.'),
    }),
    output: pageOf(Signup),
    run: (operations, { waitlistId: id, fields, notFields, ...query }) =>
      operations.listSignups(id, {
        email: query.email,
        q: query.q,
        referral_code: query.referralCode,
        utm_source: query.utmSource,
        utm_campaign: query.utmCampaign,
        match: query.match,
        confirmed: query.confirmed === undefined ? undefined : query.confirmed ? 'true' : 'false',
        email_status: query.emailStatus,
        bounce_class: query.bounceClass,
        referred_by: query.referredBy,
        segment: query.segment,
        created_from: query.createdFrom,
        created_to: query.createdTo,
        fields: fields && toParameters('field', fields),
        not_fields: notFields && toParameters('not_field', notFields),
        not_email_domains: query.notEmailDomains,
        order: query.order,
        limit: query.limit,
        offset: query.offset,
      }),
  }),
  tool({
    name: 'add_signups',
    title: 'Add many signups',
    description:
      'Adds up to 500 people to a waitlist in this order. `count` must be the number of signups, as a check that none is missing. An address that is on the list stays as it is. By default nobody is mailed; with `notify` each new person gets the signup email, so ask the user first.',
    hints: { ...writes, openWorldHint: true },
    input: z.strictObject({
      waitlistId,
      signups: boundedList(z.array(NewSignup).min(1), maxSignupsPerBulk, 'signups').describe(
        'The people to add, 1 to 500.',
      ),
      count: z.int().describe('How many signups there are.'),
      notify: z.boolean().default(false).describe('Whether new people get the signup email.'),
    }),
    output: BulkResult,
    run(operations, { waitlistId: id, signups, count, notify }) {
      if (count !== signups.length)
        throw new AppError('invalid_request', `count: is ${count}, but there are ${signups.length} signups`);
      const entries = signups.map(({ utmSource, referralCode, ...more }) => ({
        ...more,
        utm_source: utmSource,
        referral_code: referralCode,
      }));
      return operations.addSignups(id, { signups: entries, notify });
    },
  }),
  tool({
    name: 'update_signup',
    title: 'Change a signup',
    description:
      'Corrects the address of one signup, changes its custom fields, or the note of the team on it. A new address is mailed at once unless `notify` is false, so ask the user first; links in mails to the earlier one end. Fields that are left out stay as they are, and null removes a value. A note replaces the one before; null removes it. The metadata and the position cannot change.',
    hints: { ...writes, openWorldHint: true },
    input: z.strictObject({
      waitlistId,
      signupId,
      email: SignupPatch.shape.email,
      notify: SignupPatch.shape.notify,
      fields: SignupPatch.shape.fields,
      note: SignupPatch.shape.note,
    }),
    output: Signup.extend({ note: SignupNote.nullable().describe('The note of the team.') }),
    run(operations, { waitlistId: id, signupId: signup, ...patch }) {
      if ((patch.email ?? patch.fields ?? patch.note) === undefined)
        throw new AppError('invalid_request', 'must have email, fields or note');
      return operations.updateSignup(id, signup, patch);
    },
  }),
  tool({
    name: 'get_links',
    title: 'Read the links of a signup',
    description:
      'Returns the referral link, the status token and the status page of one signup. The status token shows that person’s place to anybody who has it, so give it to nobody else. Without the scope signups:write only the referral link is there.',
    hints: reads,
    input: z.strictObject({ waitlistId, signupId }),
    output: LinksOfSignup,
    run: (operations, args) => operations.readSignupLinks(args.waitlistId, args.signupId),
  }),
  tool({
    name: 'get_leaderboard',
    title: 'Read the leaderboard',
    description:
      'Returns who has referred the most people to a waitlist, with shared ranks for ties. Names are a custom field of the owner’s choice or masked addresses; to see addresses use find_signups with the order `referrals`.',
    hints: reads,
    input: z.strictObject({
      waitlistId,
      limit: z.int().min(1).max(200).default(10).describe('How many people to return, 1 to 200.'),
    }),
    output: pageOf(LeaderboardEntry),
    run: (operations, { waitlistId: id, limit }) => operations.readLeaderboard(id, { limit }),
  }),
  tool({
    name: 'get_campaign_stats',
    title: 'Read statistics of campaigns',
    description:
      'Returns the campaigns (utm_campaign) of the signups of a waitlist in a range of days: how many each brought, how many of these confirmed their address, and how many became users. Use it for questions such as which post or ad worked; for sources use get_waitlist_stats. On the Free plan days reach back 30 days.',
    hints: reads,
    input: z.strictObject({
      waitlistId,
      ...daysOfStats,
    }),
    output: Stats.pick({ range_total: true, range_from: true, range_to: true }).extend({
      campaigns: CampaignCounts,
    }),
    async run(operations, { waitlistId: id, ...range }) {
      const { campaigns, ...stats } = await operations.readStats(id, { ...range, include: ['campaigns'] });
      const { range_total, range_from, range_to } = stats;
      return { range_total, range_from, range_to, campaigns: CampaignCounts.parse(campaigns) };
    },
  }),
  tool({
    name: 'top_referrers',
    title: 'See who referred the most in a time',
    description:
      'Returns who referred the most of the people that joined in a range of days, with addresses. Use it for questions such as who referred most last week; for all times use get_leaderboard.',
    hints: reads,
    input: z.strictObject({
      waitlistId,
      from: filters.created_from.unwrap().describe('First day, YYYY-MM-DD in UTC, or a time.'),
      to: filters.created_to.describe('Last day, YYYY-MM-DD in UTC, or a time; now where left out.'),
      limit: z.int().min(1).max(50).default(10).describe('How many people to return, 1 to 50.'),
    }),
    output: TopReferrers,
    run: (operations, { waitlistId: id, ...range }) => readTopReferrers(operations, id, range),
  }),
];
