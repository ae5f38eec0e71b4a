import { z } from 'zod';
import { Conversion, ConversionInput } from '../../../shared/capabilities/release/conversions/schema.ts';
import {
  Deliver,
  Invitation,
  InvitationsQuery,
  NewInvitation,
  ValidDays,
} from '../../../shared/capabilities/release/invitations/schema.ts';
import { WaveMember, WaveMembersQuery } from '../../../shared/capabilities/release/members/schema.ts';
import {
  Wave,
  WaveInput,
  WaveLaunch,
  WaveReport,
} from '../../../shared/capabilities/release/waves/schema.ts';
import { PeopleFilter } from '../../../shared/list/signups/selection/people-filter.ts';
import { AppError, notFound } from '../../../shared/platform/errors.ts';
import { describeFirstIssue } from '../../../shared/platform/schema/issue.ts';
import { pageOf } from '../../../shared/platform/schema/paging.ts';
import { reads, type Tool, tool, waitlistId, writes } from '../tool.ts';
import { listSegments, segment } from './segments.ts';

const waveId = z.guid().describe('Id of the wave, from draft_wave.');
const {
  fields,
  not_fields: notFields,
  not_email_domains: notEmailDomains,
  utm_source: utmSource,
  match,
  created_before: createdBefore,
  min_referrals: minReferrals,
  confirmed,
  ids: signupIds,
} = PeopleFilter.shape;

/** The arguments of record_conversion by the names of the API. */
const conversionNames = {
  waitlistId: 'waitlist_id',
  signupId: 'signup_id',
  externalId: 'external_id',
} as const;

/** Tools for waves of invitations and for conversions (N5). */
export const invitationTools: readonly Tool[] = [
  listSegments,
  tool({
    name: 'draft_wave',
    title: 'Draft a wave',
    description:
      'Chooses the people of a wave of invitations, and invites nobody. The answer says how many match, how many are selected, why others are excluded, and shows the first 20. Where the state is `selecting`, read it with get_wave until it is `draft`. Fails with conflict if nobody can be invited, and says why. Show the user the numbers before launch_wave.',
    hints: { ...writes, idempotentHint: false },
    input: z.strictObject({
      waitlistId,
      name: WaveInput.shape.name,
      size: WaveInput.shape.size,
      segment,
      order: WaveInput.shape.order,
      fields,
      notFields,
      notEmailDomains,
      utmSource,
      match,
      createdBefore,
      minReferrals,
      confirmed,
      signupIds,
      expiresInDays: ValidDays.default(14).describe('How long an invitation is valid.'),
      perHour: WaveInput.shape.per_hour,
      deliver: Deliver.default('email'),
    }),
    output: Wave,
    next: ({ state, selected }) =>
      state === 'draft'
        ? `Show the user the ${selected} people, then launch_wave with expectedCount ${selected}.`
        : 'Call get_wave until the state is draft.',
    run(operations, { waitlistId: id, name, size, order, expiresInDays, perHour, deliver, ...given }) {
      const { segment: segmentId, ...filter } = given;
      const wave = { name, size, order, deliver, expires_in_days: expiresInDays, per_hour: perHour };
      const isNarrowed = Object.values(filter).some((value) => value !== undefined);
      if (segmentId !== undefined && !isNarrowed)
        return operations.draftWave(id, { ...wave, segment: segmentId });
      return operations.draftWave(id, {
        ...wave,
        segment: segmentId,
        filter: {
          fields: filter.fields,
          not_fields: filter.notFields,
          not_email_domains: filter.notEmailDomains,
          utm_source: filter.utmSource,
          match: filter.match,
          created_before: filter.createdBefore,
          min_referrals: filter.minReferrals,
          confirmed: filter.confirmed,
          ids: filter.signupIds,
        },
      });
    },
  }),
  tool({
    name: 'launch_wave',
    title: 'Launch a wave',
    description:
      'Invites the people of a draft, by mail or by links. It cannot be undone. `expectedCount` must be the `selected` of the draft, which the user has agreed to. The same again changes nothing.',
    hints: { ...writes, destructiveHint: true, openWorldHint: true },
    input: z.strictObject({
      waveId,
      expectedCount: z.int().min(1).describe('How many people the draft has: its `selected`.'),
    }),
    output: WaveLaunch,
    next: () => 'get_wave says what comes of it.',
    async run(operations, { waveId: id, expectedCount }) {
      const { selected } = await operations.readWave(id);
      if (selected !== expectedCount)
        throw new AppError(
          'invalid_request',
          `expectedCount: is ${expectedCount}, but the wave has ${selected} people`,
        );
      return operations.launchWave(id);
    },
  }),
  tool({
    name: 'get_wave',
    title: 'Read a wave',
    description:
      'Returns a wave, by its id or the newest of a waitlist, with what came of it: how many invitations were sent, delivered, opened, clicked, converted, expired and declined, the conversion rate in per cent, and the median hours to convert.',
    hints: reads,
    input: z
      .strictObject({
        waveId: z.guid().optional().describe('Id of the wave.'),
        waitlistId: waitlistId.optional().describe('Instead of waveId: the newest wave of this waitlist.'),
      })
      .refine((args) => (args.waveId === undefined) !== (args.waitlistId === undefined), {
        error: 'must have either waveId or waitlistId',
      }),
    output: WaveReport,
    async run(operations, { waveId: id, waitlistId: list }) {
      if (list === undefined) return operations.readWave(id ?? '');
      const { data } = await operations.listWaves(list, { limit: 1, offset: 0 });
      return operations.readWave(data[0]?.id ?? notFound('wave'));
    },
  }),
  tool({
    name: 'list_invitations',
    title: 'List invitations',
    description: 'Returns the invitations of a waitlist, newest first, with what became of each.',
    hints: reads,
    input: z.strictObject({
      waitlistId,
      state: InvitationsQuery.shape.state,
      waveId: z.guid().optional().describe('Only those of this wave.'),
      limit: z.int().min(1).max(200).default(50).describe('How many invitations to return, 1 to 200.'),
      offset: z.int().min(0).default(0).describe('How many invitations to skip.'),
    }),
    output: pageOf(Invitation),
    run: (operations, { waitlistId: id, waveId: wave_id, ...query }) =>
      operations.listInvitations(id, { ...query, wave_id }),
  }),
  tool({
    name: 'list_wave_members',
    title: 'List the people of a wave',
    description:
      'Returns the people whom a wave has invited, in that order, with how far each came. `step` gives the people behind a figure of get_wave, such as `bounced` or `clicked`.',
    hints: reads,
    input: z.strictObject({
      waveId: z.guid().describe('Id of the wave.'),
      step: WaveMembersQuery.shape.step,
      limit: z.int().min(1).max(200).default(50).describe('How many people to return, 1 to 200.'),
      offset: z.int().min(0).default(0).describe('How many people to skip.'),
    }),
    output: pageOf(WaveMember),
    run: (operations, { waveId: id, ...query }) => operations.listWaveMembers(id, query),
  }),
  tool({
    name: 'resend_invitation',
    title: 'Send an invitation again',
    description:
      'Sends an open invitation again, with another link: the old one ends. At most 3 times, and an hour after the last mail.',
    hints: { ...writes, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    input: z.strictObject({
      invitationId: z.guid().describe('Id of the invitation, from list_invitations.'),
    }),
    output: NewInvitation,
    run: (operations, args) => operations.resendInvitation(args.invitationId),
  }),
  tool({
    name: 'record_conversion',
    title: 'Record a conversion',
    description:
      'Records that a person became a user of the product. Give token and email, waitlistId and email, or waitlistId and signupId. The same again changes nothing.',
    hints: { ...writes, openWorldHint: true },
    input: z.strictObject({
      token: z.string().max(200).optional().describe('The token of the invitation.'),
      email: z.string().max(320).optional().describe('The address of the person.'),
      waitlistId: waitlistId.optional(),
      signupId: z.guid().optional().describe('The signup of the person.'),
      externalId: z.string().max(200).optional().describe('The id of the person in the product.'),
    }),
    output: Conversion,
    async run(operations, { token, email, waitlistId: waitlist_id, signupId, externalId }) {
      const given = { token, email, waitlist_id, signup_id: signupId, external_id: externalId };
      const { data, error } = ConversionInput.safeParse(given);
      if (error) throw new AppError('invalid_request', describeFirstIssue(error, { nameOf: toArgument }));
      return operations.recordConversion(data);
    },
  }),
];

const toArgument = (name: string) =>
  Object.entries(conversionNames).find(([, each]) => each === name)?.[0] ?? name;
