import { z } from 'zod';
import {
  AnnouncementLaunch,
  AnnouncementLaunchInput,
  AnnouncementTest,
  AnnouncementTested,
  announcementFilters,
  announcementSchemas,
  DesignInput,
} from '../../../shared/capabilities/announcements/schema.ts';
import '../../../shared/capabilities.ts';
import { pageOf } from '../../../shared/platform/schema/paging.ts';
import { reads, type Tool, tool, waitlistId, writes } from '../tool.ts';
import { named, toBody } from './argument-names.ts';
import { listSegments, segment } from './segments.ts';

const { AnnouncementInput, AnnouncementPatch, AnnouncementSummary, Announcement, AnnouncementReport } =
  announcementSchemas();
const announcementId = z
  .guid()
  .describe('Id of the announcement, from draft_announcement or list_announcements.');
const { shape } = AnnouncementInput;
const { expected_count, sample } = AnnouncementLaunchInput.shape;

const design = named(DesignInput.shape).describe(
  'The mail as a headline, a text and a button. The service makes it look right in mail programs and on phones. Give this or html.',
);
const html = z.string().describe(`${shape.html.description} Give this or design.`);
const filter = named(announcementFilters()).describe(
  'Who gets it. All that is given must hold; without a filter it is everybody.',
);
const perHour = shape.per_hour;
const sendAt = shape.send_at;

/** The arguments that hold arguments. */
const groups = ['design', 'filter'];

const afterDraft = ({ state, selected }: z.output<typeof Announcement>) =>
  state === 'draft'
    ? `Show the user the text and the ${selected} people, then launch_announcement with expectedCount ${selected}.`
    : 'Call get_announcement until the state is draft.';

/** Tools for mails to the people of a waitlist. */
export const announcementTools: readonly Tool[] = [
  listSegments,
  tool({
    name: 'list_announcements',
    title: 'List announcements',
    description: 'Returns the announcements of a waitlist, newest first, with their states.',
    hints: reads,
    input: z.strictObject({
      waitlistId,
      limit: z.int().min(1).max(200).default(50).describe('How many announcements to return, 1 to 200.'),
      offset: z.int().min(0).default(0).describe('How many announcements to skip.'),
    }),
    output: pageOf(AnnouncementSummary),
    run: (operations, { waitlistId: id, ...page }) => operations.listAnnouncements(id, page),
  }),
  tool({
    name: 'draft_announcement',
    title: 'Draft an announcement',
    description:
      'Writes a mail to the people of a waitlist, and mails nobody. The answer says how many people match, how many are selected, why others do not get it, shows the first 20, and says whether the allowance of mails holds it. Where the state is `counting`, read it with get_announcement until it is `draft`. Texts may hold placeholders: {{email}}, {{position}}, {{links.referral}}, the keys of custom fields. Show the user the text and the numbers before launch_announcement.',
    hints: { ...writes, idempotentHint: false },
    input: z.strictObject({
      waitlistId,
      name: shape.name,
      subject: shape.subject,
      design: design.optional(),
      html: html.optional(),
      filter: filter.optional(),
      segment,
      perHour,
      sendAt,
    }),
    output: Announcement,
    next: afterDraft,
    run: (operations, { waitlistId: id, ...given }) =>
      operations.draftAnnouncement(id, toBody(AnnouncementInput, given, groups)),
  }),
  tool({
    name: 'update_announcement',
    title: 'Change a draft',
    description:
      'Changes a draft of an announcement, and counts its people again. What is left out stays; a filter replaces the whole one. With the id alone it only counts.',
    hints: writes,
    input: z.strictObject({
      announcementId,
      name: shape.name.optional(),
      subject: shape.subject.optional(),
      design: design.optional(),
      html: html.optional(),
      filter: filter.nullish().describe('Who gets it. Null: everybody.'),
      segment,
      perHour,
      sendAt,
    }),
    output: Announcement,
    next: afterDraft,
    run: (operations, { announcementId: id, ...given }) =>
      operations.updateAnnouncement(id, toBody(AnnouncementPatch, given, groups)),
  }),
  tool({
    name: 'get_announcement',
    title: 'Read an announcement',
    description:
      'Returns an announcement with what came of it: how many mails wait, are held, were sent, delivered, opened, clicked, bounced and marked as spam, how many people unsubscribed, and who was left out. `paused_reason` says why it has stopped: with `bounces` or `complaints` ask the user before it goes on.',
    hints: reads,
    input: z.strictObject({ announcementId }),
    output: AnnouncementReport,
    run: (operations, args) => operations.readAnnouncement(args.announcementId),
  }),
  tool({
    name: 'test_announcement',
    title: 'Send a test',
    description:
      'Sends one mail of an announcement right away, with made-up values and marked as a test. It counts for the allowance.',
    hints: { ...writes, idempotentHint: false, openWorldHint: true },
    input: z.strictObject({ announcementId, to: AnnouncementTest.shape.to }),
    output: AnnouncementTested,
    run: (operations, args) => operations.testAnnouncement(args.announcementId, args.to),
  }),
  tool({
    name: 'launch_announcement',
    title: 'Launch an announcement',
    description:
      'Mails the people of a draft: at once, at `send_at`, or by the hour. What has left cannot be taken back. `expectedCount` must be the `selected` of the draft, which the user has agreed to; if it has changed by more than 1 % since, nothing is sent, and the error says both numbers. The same again changes nothing.',
    hints: { ...writes, destructiveHint: true, openWorldHint: true },
    input: z.strictObject({
      announcementId,
      expectedCount: expected_count.describe('How many people get it: the `selected` of the draft.'),
      sample,
    }),
    output: AnnouncementLaunch,
    next: () => 'get_announcement says what comes of it.',
    run: (operations, { announcementId: id, expectedCount, ...more }) =>
      operations.launchAnnouncement(id, { expected_count: expectedCount, ...more }),
  }),
  tool({
    name: 'control_announcement',
    title: 'Pause, resume or cancel an announcement',
    description:
      '`pause` takes back mails that have not begun to be sent; `resume` goes on; `cancel` discards a draft, or ends an announcement for good. The same again changes nothing.',
    hints: { ...writes, destructiveHint: true, openWorldHint: true },
    input: z.strictObject({
      announcementId,
      action: z.enum(['pause', 'resume', 'cancel']).describe('What to do with it.'),
    }),
    output: AnnouncementReport,
    run(operations, { announcementId: id, action }) {
      if (action === 'pause') return operations.pauseAnnouncement(id);
      return action === 'resume' ? operations.resumeAnnouncement(id) : operations.cancelAnnouncement(id);
    },
  }),
];
