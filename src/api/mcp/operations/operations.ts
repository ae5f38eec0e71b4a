import type {
  Announcement,
  AnnouncementInput,
  AnnouncementLaunch,
  AnnouncementLaunchInput,
  AnnouncementPatch,
  AnnouncementReport,
  AnnouncementSummary,
  AnnouncementTested,
} from '../../../shared/capabilities/announcements/schema.ts';
import type { Import, ImportPatch, ImportStart } from '../../../shared/capabilities/imports/schema.ts';
import type { LeaderboardEntry, LeaderboardQuery } from '../../../shared/capabilities/leaderboard/schema.ts';
import type {
  Erasure,
  ErasureInput,
  PersonExport,
  PersonInput,
} from '../../../shared/capabilities/people/schema.ts';
import type { Conversion, ConversionInput } from '../../../shared/capabilities/release/conversions/schema.ts';
import type {
  Invitation,
  InvitationsQuery,
  NewInvitation,
} from '../../../shared/capabilities/release/invitations/schema.ts';
import type { WaveMember, WaveMembersQuery } from '../../../shared/capabilities/release/members/schema.ts';
import type {
  Wave,
  WaveInput,
  WaveLaunch,
  WaveReport,
  WaveSummary,
} from '../../../shared/capabilities/release/waves/schema.ts';
import type {
  EarnedQuery,
  EarnedReward,
  FulfilInput,
  FulfilResult,
} from '../../../shared/capabilities/rewards/fulfilment/schema.ts';
import type { Segment, SegmentInput, SegmentPatch } from '../../../shared/capabilities/segments/schema.ts';
import type {
  Review,
  ReviewBulkInput,
  ReviewBulkResult,
  ReviewsQuery,
} from '../../../shared/capabilities/trust/reviews/schema.ts';
import type { EventPage, EventQuery } from '../../../shared/events/feed/schema.ts';
import type {
  IntegrationHealth,
  Redelivery,
  ReplayInput,
  ReplayResult,
} from '../../../shared/events/integrations/schema.ts';
import type { IntegrationType } from '../../../shared/events/names.ts';
import type { SignupNote, SignupPatch } from '../../../shared/list/changes/schema.ts';
import type { FieldDefinition } from '../../../shared/list/fields/schema.ts';
import type { BulkResult } from '../../../shared/list/signing-up/bulk/schema.ts';
import type { Signup, SignupInput, SignupResult } from '../../../shared/list/signups/schema.ts';
import type { SignupQuery } from '../../../shared/list/signups/search/schema.ts';
import type { StatsAnswer, StatsRequest } from '../../../shared/list/stats/schema.ts';
import type { LinksOfSignup } from '../../../shared/list/status/read-signup-links.ts';
import type {
  CreatedWaitlist,
  Waitlist,
  WaitlistInput,
  WaitlistPatch,
  WaitlistWithCount,
} from '../../../shared/list/waitlists/schema.ts';
import type { Suppression, SuppressionInput } from '../../../shared/mail/suppressions/schema.ts';
import type { Page, PageQuery } from '../../../shared/platform/schema/paging.ts';

/** Signups that have been checked. */
interface SignupsInput {
  readonly signups: readonly SignupInput[];
  readonly notify: boolean;
}

/** A signup with what the team wrote about it. */
type NotedSignup = Signup & { readonly note: SignupNote | null };

/**
 * The operations behind the tools, for the account of one API key. Over HTTP they are the operations of the
 * service, over stdio they are calls of its REST API. Each rejects with the AppError of the REST route.
 */
export interface ToolOperations {
  createWaitlist(input: WaitlistInput): Promise<CreatedWaitlist>;
  listWaitlists(page: PageQuery): Promise<Page<WaitlistWithCount>>;
  updateWaitlist(waitlistId: string, patch: WaitlistPatch): Promise<Waitlist>;
  createSignup(waitlistId: string, input: SignupInput): Promise<SignupResult>;
  readSignup(waitlistId: string, signupId: string): Promise<Signup>;
  listSignups(waitlistId: string, query: SignupQuery): Promise<Page<Signup>>;
  addSignups(waitlistId: string, input: SignupsInput): Promise<BulkResult>;
  /** With its note. */
  updateSignup(waitlistId: string, signupId: string, patch: SignupPatch): Promise<NotedSignup>;
  removeSignup(waitlistId: string, signupId: string): Promise<void>;
  readSignupLinks(waitlistId: string, signupId: string): Promise<LinksOfSignup>;
  readLeaderboard(waitlistId: string, query: LeaderboardQuery): Promise<Page<LeaderboardEntry>>;
  readStats(waitlistId: string, query: StatsRequest): Promise<StatsAnswer>;
  listFields(waitlistId: string, page: PageQuery): Promise<Page<FieldDefinition>>;
  listSegments(waitlistId: string, page: PageQuery): Promise<Page<Segment>>;
  createSegment(waitlistId: string, input: SegmentInput): Promise<Segment>;
  updateSegment(waitlistId: string, segmentId: string, patch: SegmentPatch): Promise<Segment>;
  deleteSegment(waitlistId: string, segmentId: string): Promise<void>;
  listEvents(query: EventQuery): Promise<EventPage>;
  redeliverEvent(type: IntegrationType, eventId: string): Promise<Redelivery>;
  replayEvents(type: IntegrationType, input: ReplayInput): Promise<ReplayResult>;
  readHealth(type: IntegrationType): Promise<IntegrationHealth>;
  dismissMissed(type: IntegrationType): Promise<void>;
  /** The same as an export, to look somebody up: nobody takes it away. */
  findPerson(input: PersonInput): Promise<PersonExport>;
  exportPerson(input: PersonInput): Promise<PersonExport>;
  erasePerson(input: ErasureInput): Promise<Erasure>;
  addSuppression(input: SuppressionInput): Promise<Suppression>;
  listReviews(waitlistId: string, query: ReviewsQuery): Promise<Page<Review>>;
  decideReviews(waitlistId: string, input: ReviewBulkInput): Promise<ReviewBulkResult>;
  draftWave(waitlistId: string, input: WaveInput): Promise<Wave>;
  readWave(waveId: string): Promise<WaveReport>;
  listWaves(waitlistId: string, page: PageQuery): Promise<Page<WaveSummary>>;
  launchWave(waveId: string): Promise<WaveLaunch>;
  listInvitations(waitlistId: string, query: InvitationsQuery): Promise<Page<Invitation>>;
  listWaveMembers(waveId: string, query: WaveMembersQuery): Promise<Page<WaveMember>>;
  resendInvitation(invitationId: string): Promise<NewInvitation>;
  recordConversion(input: ConversionInput): Promise<Conversion>;
  listAnnouncements(waitlistId: string, page: PageQuery): Promise<Page<AnnouncementSummary>>;
  draftAnnouncement(waitlistId: string, input: AnnouncementInput): Promise<Announcement>;
  updateAnnouncement(announcementId: string, patch: AnnouncementPatch): Promise<Announcement>;
  readAnnouncement(announcementId: string): Promise<AnnouncementReport>;
  testAnnouncement(announcementId: string, to: string): Promise<AnnouncementTested>;
  launchAnnouncement(announcementId: string, input: AnnouncementLaunchInput): Promise<AnnouncementLaunch>;
  pauseAnnouncement(announcementId: string): Promise<AnnouncementReport>;
  resumeAnnouncement(announcementId: string): Promise<AnnouncementReport>;
  cancelAnnouncement(announcementId: string): Promise<AnnouncementReport>;
  listRewards(waitlistId: string, query: EarnedQuery): Promise<Page<EarnedReward>>;
  fulfilRewards(waitlistId: string, input: FulfilInput): Promise<FulfilResult>;
  readImport(waitlistId: string, importId: string): Promise<Import>;
  updateImport(waitlistId: string, importId: string, input: ImportPatch): Promise<Import>;
  startImport(waitlistId: string, importId: string, input: ImportStart): Promise<Import>;
}
