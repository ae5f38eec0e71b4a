import { z } from 'zod';
import type { PeopleFilters } from '../../list/parts.ts';
import { PeopleFilter, ShownPeopleFilter } from '../../list/signups/selection/people-filter.ts';
import { SegmentId } from '../../list/signups/selection/segment.ts';
import { shownWideFilters, type WideFilter, wideFilters } from '../../list/signups/selection/wide-filter.ts';
import { EmailDesign, isWholeButton } from '../../mail/design/email-design.ts';
import { EmailTemplateInput } from '../../mail/templates/set-email-template.ts';
import { EmailAddress, named, Timestamp } from '../../platform/schema/described.ts';
import { Email } from '../../platform/schema/email-address.ts';
import { PageQuery } from '../../platform/schema/paging.ts';
import { oneLine } from '../../platform/schema/text.ts';

/** A faster one would not differ from one without a pace. */
const mostPerHour = 1_000_000;
/** The largest sample: a larger one would be no trial. */
const largestSample = 1_000;

const texts = {
  name: 'What you call it. The people do not see it.',
  subject: 'The subject, one line. It may hold placeholders.',
  design: 'The mail as the simple editor of the dashboard makes it. Null for HTML of your own.',
  html: 'The HTML body, with placeholders: those of every mail, the keys of custom fields, and `{{sender.postal_address}}`. The link to unsubscribe and the postal address are added below, if it does not hold `{{links.unsubscribe}}` or `{{sender.postal_address}}`.',
  filter: 'Who gets it. All that is given must hold; without a filter it is everybody.',
  per_hour: 'How many people get it in an hour, evenly. Null: as fast as mails go.',
  send_at:
    'When it begins, at most a year ahead: a time with an offset from UTC such as `2026-12-01T09:00:00+01:00`, or one without, which is on the clocks of the account’s time zone. Null: with the launch.',
};

export type AnnouncementFilter = WideFilter;

/** What narrows the people of an announcement, by name: filters of waves, and what else is known. */
export const announcementFilters = (): Readonly<Record<string, z.ZodType>> => ({
  ...wideFilters(),
  ids: PeopleFilter.shape.ids,
});

export const AnnouncementFilter = () =>
  z.strictObject(announcementFilters()) as unknown as z.ZodType<AnnouncementFilter>;

export type ShownAnnouncementFilter = ShownPeopleFilter & {
  readonly created_from?: string | undefined;
  readonly email_status?: string | undefined;
} & { readonly [Name in keyof PeopleFilters]?: PeopleFilters[Name] | undefined };

const ShownFilter = () =>
  z.object({
    ...ShownPeopleFilter.pick({ id_count: true }).shape,
    ...shownWideFilters(),
  }) as unknown as z.ZodType<ShownAnnouncementFilter>;

const { logo_url, headline, text, button_text, button_url } = EmailDesign.shape;
const designTexts = {
  logo_url: 'The https address of a picture above the headline.',
  color: 'The color of the button and of links, such as `#4338ca`.',
  headline: 'The headline, one line. It may hold placeholders.',
  text: 'The text. An empty line begins a paragraph; web addresses become links. It may hold placeholders.',
  show_position: 'Whether it shows the person’s place.',
  show_code: 'Whether it shows the person’s referral code.',
  button_text: 'What the button says; without it there is no button.',
  button_target:
    'Where the button leads to: the person’s `referral` link, the `status` page, or `url`, which is `button_url`.',
  button_url: 'The https address behind the button.',
};

/** A mail of the simple editor, in the body of a request. */
export const DesignInput = named(
  'AnnouncementDesign',
  z
    .strictObject({
      logo_url: logo_url.describe(designTexts.logo_url),
      color: EmailDesign.shape.color.default('#18181b').describe(designTexts.color),
      headline: headline.describe(designTexts.headline),
      text: text.describe(designTexts.text),
      show_position: z.boolean().default(false).describe(designTexts.show_position),
      show_code: z.boolean().default(false).describe(designTexts.show_code),
      button_text: button_text.describe(designTexts.button_text),
      button_target: z.enum(['url', 'referral', 'status']).default('url').describe(designTexts.button_target),
      button_url: button_url.describe(designTexts.button_url),
    })
    .refine(isWholeButton, { path: ['button_url'], message: 'must be an https URL' }),
);

/** The same in an answer. */
const Design = named(
  'DesignOfAnnouncement',
  z.object({
    logo_url: z.string().optional().describe(designTexts.logo_url),
    color: z.string().describe(designTexts.color),
    headline: z.string().describe(designTexts.headline),
    text: z.string().describe(designTexts.text),
    show_position: z.boolean().describe(designTexts.show_position),
    show_code: z.boolean().describe(designTexts.show_code),
    button_text: z.string().optional().describe(designTexts.button_text),
    button_target: z.string().describe(designTexts.button_target),
    button_url: z.string().optional().describe(designTexts.button_url),
  }),
);

/** A time with an offset, or on the clocks of the account's time zone. */
const SendAt = z.iso.datetime({
  offset: true,
  local: true,
  error: 'must be a time such as 2026-12-01T09:00:00Z, or 2026-12-01T09:00:00 in your time zone',
});

const { subject, html } = EmailTemplateInput.shape;
const inputs = () => ({
  name: oneLine(100).describe(texts.name),
  subject: subject.describe(texts.subject),
  design: DesignInput.nullish().describe(texts.design),
  html: html.nullish().describe(texts.html),
  filter: AnnouncementFilter().nullish().describe(texts.filter),
  segment: SegmentId.nullish(),
  per_hour: z.int().min(1).max(mostPerHour).nullish().describe(texts.per_hour),
  send_at: SendAt.nullish().describe(texts.send_at),
});

type Inputs = ReturnType<typeof inputs>;
const isOneBody = ({ design, html }: { design?: unknown; html?: unknown }) =>
  (design == null) !== (html == null);

let schemas: ReturnType<typeof makeSchemas> | undefined;
/** The shapes of requests and answers. They are made when first asked for: others know filters. */
export const announcementSchemas = () => {
  schemas ??= makeSchemas();
  return schemas;
};

const states = [
  'counting',
  'draft',
  'selecting',
  'scheduled',
  'sending',
  'paused',
  'sent',
  'cancelled',
] as const;
export type AnnouncementState = (typeof states)[number];

const pausedReasons = ['asked', 'sample', 'bounces', 'complaints', 'no_postal_address'] as const;
export type PausedReason = (typeof pausedReasons)[number];

const count = (text: string) => z.int().min(0).describe(text);

const Excluded = z.object({
  unsubscribed: count('They unsubscribed.'),
  erased: count('Their data was erased, and they asked for no more mails.'),
  complained: count('They marked an earlier mail as spam.'),
  bounced: count('An earlier mail to them came back for good.'),
  manual: count('You stopped mails to their address.'),
  unconfirmed: count('They were asked to confirm their address and have not.'),
  in_review: count('Their referral waits for somebody’s decision.'),
});
/** Why a person who meets the filter does not get it. */
export type ExclusionReason = keyof z.infer<typeof Excluded>;
export const exclusionReasons = Object.keys(Excluded.shape) as ExclusionReason[];

const LeftOut = z.object({
  removed: count('Their signup was deleted, also after they got it.'),
  unsubscribed: count('They unsubscribed before their turn.'),
  suppressed: count('Their address got no mails any more when it was their turn.'),
  cancelled: count('It was cancelled before their turn.'),
});
/** Why a member got no mail. */
export type LeftOutReason = keyof z.infer<typeof LeftOut>;
export const leftOutReasons = Object.keys(LeftOut.shape) as LeftOutReason[];

const Member = z.object({
  signup_id: z.uuid().describe('The id of the signup.'),
  email: EmailAddress.describe('Its address.'),
  position: z.int().min(1).describe('Its position.'),
});

const memberStates = [
  'waiting',
  'held',
  'sent',
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'failed',
  'left_out',
] as const;
const MemberState = z.enum(memberStates);
export type MemberState = z.infer<typeof MemberState>;
const memberStateText =
  '`waiting` for the turn; `held` until there is an allowance; `sent`, and then what the provider reports: `delivered`, `opened`, `clicked`, `bounced`, `complained`; `failed`: the provider did not take it; `left_out`: unsubscribed or suppressed before the turn.';

/** An item of GET members. */
export const AnnouncementMember = named(
  'AnnouncementMember',
  Member.extend({
    state: MemberState.describe(memberStateText),
    sent_at: Timestamp.nullable().describe('When it left.'),
    delivered_at: Timestamp.nullable().describe('When it was delivered, if the provider reports that.'),
    opened_at: Timestamp.nullable().describe('When it was first opened.'),
    clicked_at: Timestamp.nullable().describe('When a link in it was first clicked.'),
  }),
);
export type AnnouncementMember = z.infer<typeof AnnouncementMember>;

/** The query of GET members. */
export const MembersQuery = PageQuery.extend({
  state: MemberState.optional().describe('Only members in this state.'),
});
export type MembersQuery = z.infer<typeof MembersQuery>;

/** The body of POST test. */
export const AnnouncementTest = named(
  'AnnouncementTest',
  z.strictObject({ to: Email.describe('Who gets the test.') }),
);

/** The response of POST test. */
export const AnnouncementTested = named(
  'AnnouncementTested',
  z.object({ from: z.string().describe('The sender of the test mail.') }),
);
export type AnnouncementTested = z.infer<typeof AnnouncementTested>;

/** The body of POST launch. */
export const AnnouncementLaunchInput = named(
  'NewAnnouncementLaunch',
  z.strictObject({
    expected_count: z
      .int()
      .min(0)
      .describe(
        'The `selected` that you saw. If it has changed by more than 1 % since, the launch is 409 and says both numbers.',
      ),
    sample: z
      .int()
      .min(1)
      .max(largestSample)
      .nullish()
      .describe(
        'So many people get it first, spread over all of them. Then it pauses, and you resume it once you have seen what came back.',
      ),
  }),
);
export type AnnouncementLaunchInput = z.infer<typeof AnnouncementLaunchInput>;

/** The response of POST launch: the same for each repeat. */
export const AnnouncementLaunch = named(
  'AnnouncementLaunch',
  z.object({
    id: z.uuid().describe('The id of the announcement.'),
    expected_count: count('How many people you expected.'),
    sample: z.int().nullable().describe('How many get it first; null: there is no sample.'),
    send_at: Timestamp.nullable().describe('When it begins; null: with the launch.'),
    launched_at: Timestamp.describe('When it was first launched.'),
  }),
);
export type AnnouncementLaunch = z.infer<typeof AnnouncementLaunch>;

const Allowance = z.object({
  remaining: count('What this month’s allowance of emails has left.'),
  held: count('How many of those who get it would wait for the next month, or for a provider of your own.'),
});

function makeSchemas() {
  const base = {
    id: z.uuid().describe('The id of the announcement.'),
    waitlist_id: z.uuid().describe('Its waitlist.'),
    name: z.string().describe(texts.name),
    state: z
      .enum(states)
      .describe(
        '`counting`: the people are still being counted, and the counts are 0. `draft`. `selecting`: it is launched, and its people are being noted. `scheduled` until `send_at`. `sending`, `paused`, `sent`, `cancelled`.',
      ),
    paused_reason: z
      .enum(pausedReasons)
      .nullable()
      .describe(
        'Why it is paused: you `asked`; the `sample` is through; more than 5 % of the last 500 mails came back for good (`bounces`), or more than 0.3 % were marked as spam (`complaints`); the settings have `no_postal_address` any more.',
      ),
    refusal: z
      .string()
      .nullable()
      .describe('Why it was not launched after all, if that was found in the background.'),
    subject: z.string().describe(texts.subject),
    filter: ShownFilter().describe(texts.filter),
    per_hour: z.int().nullable().describe(texts.per_hour),
    send_at: Timestamp.nullable().describe('When it begins. Null: with the launch.'),
    matched: count('How many people meet the filter.'),
    selected: count('How many of them get it.'),
    excluded: Excluded.describe(
      'How many of those who meet the filter do not get it. Each is counted once, by the first of these reasons.',
    ),
    created_at: Timestamp.describe('When it was drafted.'),
    launched_at: Timestamp.nullable().describe('When it was launched.'),
    finished_at: Timestamp.nullable().describe('When the last mail had left, or it was cancelled.'),
  };
  const AnnouncementLink = named(
    'AnnouncementLink',
    z.object({
      link: z
        .string()
        .describe('Where it leads to: a web address, or a placeholder such as `{{links.status}}`.'),
      clicked: count('How many people clicked it, as the provider reports.'),
    }),
  );
  const Announcement = named(
    'Announcement',
    z.object({
      ...base,
      design: Design.nullable().describe(texts.design),
      html: z.string().nullable().describe(`${texts.html} Null with a design.`),
      sample: z.array(Member).describe('The first 20 people who get it and are still on the waitlist.'),
      allowance: Allowance.nullable().describe(
        'Whether this month’s allowance of emails holds it. Null with an email provider of your own.',
      ),
    }),
  );
  return {
    /** The body of POST announcements. */
    AnnouncementInput: named(
      'NewAnnouncement',
      z.strictObject(inputs()).refine(isOneBody, { path: ['html'], message: 'give either design or html' }),
    ),
    /** The body of PATCH announcement. */
    AnnouncementPatch: named('AnnouncementChange', patch()),
    /** An item of GET announcements. */
    AnnouncementSummary: named('AnnouncementSummary', z.object(base)),
    /** The response of POST and PATCH. */
    Announcement,
    /** The response of GET announcement, and of what changes one that is launched. */
    AnnouncementReport: named(
      'AnnouncementReport',
      Announcement.extend({
        waiting: count('How many people’s turn is still to come, or their mail is under way.'),
        held: count('How many of the others wait for the next month’s allowance.'),
        sent: count('How many mails have left.'),
        delivered: count('How many of them were delivered, as the provider reports.'),
        opened: count('How many were opened.'),
        clicked: count('In how many a link was clicked.'),
        links: z
          .array(AnnouncementLink)
          .describe(
            'The links of the mail in their order, at most 100. One that holds another placeholder, such as a custom field, differs for each person and is not among them.',
          ),
        bounced: count('How many came back for good.'),
        complained: count('How many were marked as spam.'),
        unsubscribed: count('How many people have unsubscribed since they got it.'),
        failed: count('How many the provider did not take.'),
        left_out: LeftOut.describe(
          'How many got no mail. With `waiting`, `held`, `sent` and `failed` they add up to `selected`.',
        ),
      }),
    ),
  };
}

function patch() {
  const { name, subject: newSubject, ...others } = inputs();
  return z
    .strictObject({ name: name.optional(), subject: newSubject.optional(), ...others })
    .refine(({ design, html: newHtml }) => design == null || newHtml == null, {
      path: ['html'],
      message: 'give either design or html',
    });
}

type Schemas = ReturnType<typeof makeSchemas>;
export type AnnouncementInput = z.infer<z.ZodObject<Inputs>>;
export type AnnouncementPatch = {
  readonly [Key in keyof AnnouncementInput]?: AnnouncementInput[Key] | undefined;
};
export type AnnouncementSummary = z.infer<Schemas['AnnouncementSummary']>;
export type Announcement = z.infer<Schemas['Announcement']>;
export type AnnouncementReport = z.infer<Schemas['AnnouncementReport']>;
