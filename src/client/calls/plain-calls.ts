// Written by `npm run clients` from the API description. Do not edit.

import {
  type CallOptions,
  type Connection,
  dataOf,
  done,
  type KeyedCallOptions,
  keyHeader,
  type PageOptions,
  type Schemas,
} from '../connection.ts';
import { defined } from '../defined.ts';
import type { Page } from '../each-item.ts';

/** The calls that pass on what they are given, and return what the service answers. */
export function plainCalls({ api }: Connection) {
  return {
    readAccount: (
      call?: CallOptions,
    ): Promise<Schemas['Account']> =>
      dataOf(api.GET('/v1/account', { ...call })),
    /** Streams the audit log as CSV, newest first. */
    exportAuditLog: (
      call?: CallOptions,
    ): Promise<ReadableStream<Uint8Array>> =>
      dataOf(api.GET('/v1/audit-log/export', { parseAs: 'stream', ...call })) as Promise<ReadableStream<Uint8Array>>,
    createWaitlist: (
      body: Schemas['NewWaitlist'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['CreatedWaitlist']> =>
      dataOf(api.POST('/v1/waitlists', { params: { header: keyHeader(idempotencyKey) }, body, ...call })),
    listWaitlists: (
      { limit, offset, ...call }: PageOptions = {},
    ): Promise<Page<Schemas['WaitlistWithCount']>> =>
      dataOf(api.GET('/v1/waitlists', { params: { query: defined({ limit, offset }) }, ...call })),
    readWaitlist: (
      waitlistId: string,
      call?: CallOptions,
    ): Promise<Schemas['Waitlist']> =>
      dataOf(api.GET('/v1/waitlists/{id}', { params: { path: { id: waitlistId } }, ...call })),
    updateWaitlist: (
      waitlistId: string,
      body: Schemas['WaitlistChange'],
      call?: CallOptions,
    ): Promise<Schemas['Waitlist']> =>
      dataOf(api.PATCH('/v1/waitlists/{id}', { params: { path: { id: waitlistId } }, body, ...call })),
    deleteWaitlist: (
      waitlistId: string,
      call?: CallOptions,
    ): Promise<void> =>
      done(api.DELETE('/v1/waitlists/{id}', { params: { path: { id: waitlistId } }, ...call })),
    removeSignup: (
      waitlistId: string,
      signupId: string,
      call?: CallOptions,
    ): Promise<void> =>
      done(api.DELETE('/v1/waitlists/{id}/signups/{signupId}', { params: { path: { id: waitlistId, signupId } }, ...call })),
    readSignupLinks: (
      waitlistId: string,
      signupId: string,
      call?: CallOptions,
    ): Promise<Schemas['SignupLinks']> =>
      dataOf(api.GET('/v1/waitlists/{id}/signups/{signupId}/links', { params: { path: { id: waitlistId, signupId } }, ...call })),
    listFields: (
      waitlistId: string,
      { limit, offset, ...call }: PageOptions = {},
    ): Promise<Page<Schemas['FieldDefinition']>> =>
      dataOf(api.GET('/v1/waitlists/{id}/fields', { params: { path: { id: waitlistId }, query: defined({ limit, offset }) }, ...call })),
    createField: (
      waitlistId: string,
      body: Schemas['NewField'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['FieldDefinition']> =>
      dataOf(api.POST('/v1/waitlists/{id}/fields', { params: { path: { id: waitlistId }, header: keyHeader(idempotencyKey) }, body, ...call })),
    updateField: (
      waitlistId: string,
      key: string,
      body: Schemas['FieldChange'],
      call?: CallOptions,
    ): Promise<Schemas['FieldDefinition']> =>
      dataOf(api.PATCH('/v1/waitlists/{id}/fields/{key}', { params: { path: { id: waitlistId, key } }, body, ...call })),
    deleteField: (
      waitlistId: string,
      key: string,
      call?: CallOptions,
    ): Promise<void> =>
      done(api.DELETE('/v1/waitlists/{id}/fields/{key}', { params: { path: { id: waitlistId, key } }, ...call })),
    listIntegrations: (
      call?: CallOptions,
    ): Promise<Schemas['Integration'][]> =>
      dataOf(api.GET('/v1/integrations', { ...call })),
    updateIntegration: (
      type: Schemas['Integration']['type'],
      body: Schemas['IntegrationChange'],
      call?: CallOptions,
    ): Promise<Schemas['Integration']> =>
      dataOf(api.PATCH('/v1/integrations/{type}', { params: { path: { type } }, body, ...call })),
    deleteIntegration: (
      type: Schemas['Integration']['type'],
      call?: CallOptions,
    ): Promise<void> =>
      done(api.DELETE('/v1/integrations/{type}', { params: { path: { type } }, ...call })),
    listDeliveries: (
      type: Schemas['Integration']['type'],
      call?: CallOptions,
    ): Promise<Schemas['DeliveryRecord'][]> =>
      dataOf(api.GET('/v1/integrations/{type}/deliveries', { params: { path: { type } }, ...call })),
    readDelivery: (
      type: Schemas['Integration']['type'],
      deliveryId: string,
      call?: CallOptions,
    ): Promise<Schemas['DeliveryDetails']> =>
      dataOf(api.GET('/v1/integrations/{type}/deliveries/{deliveryId}', { params: { path: { type, deliveryId } }, ...call })),
    readHealth: (
      type: Schemas['Integration']['type'],
      call?: CallOptions,
    ): Promise<Schemas['IntegrationHealth']> =>
      dataOf(api.GET('/v1/integrations/{type}/health', { params: { path: { type } }, ...call })),
    /** Delivers an event once more. */
    redeliver: (
      type: Schemas['Integration']['type'],
      eventId: string,
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['Redelivery']> =>
      dataOf(api.POST('/v1/integrations/{type}/events/{eventId}/redeliver', { params: { path: { type, eventId }, header: keyHeader(idempotencyKey) }, ...call })),
    /** Delivers the events of a time once more; with `dry_run` it only counts them. */
    replay: (
      type: Schemas['Integration']['type'],
      body: Schemas['ReplayRequest'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['Replay']> =>
      dataOf(api.POST('/v1/integrations/{type}/replay', { params: { path: { type }, header: keyHeader(idempotencyKey) }, body, ...call })),
    /** Dismisses the events that have not arrived until now. A replay can still deliver them. */
    dismissMissed: (
      type: Schemas['Integration']['type'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<void> =>
      done(api.POST('/v1/integrations/{type}/dismiss', { params: { path: { type }, header: keyHeader(idempotencyKey) }, ...call })),
    readSettings: (
      waitlistId: string,
      call?: CallOptions,
    ): Promise<Schemas['WaitlistSettings']> =>
      dataOf(api.GET('/v1/waitlists/{id}/settings', { params: { path: { id: waitlistId } }, ...call })),
    /** What the patch leaves out stays; null resets a setting. */
    updateSettings: (
      waitlistId: string,
      body: Schemas['WaitlistSettingsChange'],
      call?: CallOptions,
    ): Promise<Schemas['WaitlistSettings']> =>
      dataOf(api.PATCH('/v1/waitlists/{id}/settings', { params: { path: { id: waitlistId } }, body, ...call })),
    removeLogo: (
      waitlistId: string,
      call?: CallOptions,
    ): Promise<void> =>
      done(api.DELETE('/v1/waitlists/{id}/brand/logo', { params: { path: { id: waitlistId } }, ...call })),
    /** Stops mails to an address: of one waitlist with `waitlist_id`, else of the account. */
    addSuppression: (
      body: Schemas['SuppressionTarget'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['Suppression']> =>
      dataOf(api.POST('/v1/suppressions', { params: { header: keyHeader(idempotencyKey) }, body, ...call })),
    /** Lets an address get mails again. */
    removeSuppression: (
      body: Schemas['SuppressionTarget'],
      call?: CallOptions,
    ): Promise<void> =>
      done(api.DELETE('/v1/suppressions', { body, ...call })),
    /** Streams them as CSV. */
    exportSuppressions: (
      call?: CallOptions,
    ): Promise<ReadableStream<Uint8Array>> =>
      dataOf(api.GET('/v1/suppressions/export', { parseAs: 'stream', ...call })) as Promise<ReadableStream<Uint8Array>>,
    listReferrers: (
      waitlistId: string,
      { limit, offset, ...call }: PageOptions = {},
    ): Promise<Page<Schemas['ReviewedReferrer']>> =>
      dataOf(api.GET('/v1/waitlists/{id}/reviews/referrers', { params: { path: { id: waitlistId }, query: defined({ limit, offset }) }, ...call })),
    approveReview: (
      waitlistId: string,
      signupId: string,
      call?: CallOptions,
    ): Promise<Schemas['Review']> =>
      dataOf(api.POST('/v1/waitlists/{id}/reviews/{signupId}/approve', { params: { path: { id: waitlistId, signupId } }, ...call })),
    rejectReview: (
      waitlistId: string,
      signupId: string,
      call?: CallOptions,
    ): Promise<Schemas['Review']> =>
      dataOf(api.POST('/v1/waitlists/{id}/reviews/{signupId}/reject', { params: { path: { id: waitlistId, signupId } }, ...call })),
    /** Decides the open reviews that match the filter, at most 10,000. With `dry_run` it only counts. */
    decideReviews: (
      waitlistId: string,
      body: Schemas['ReviewBulk'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['ReviewBulkResult']> =>
      dataOf(api.POST('/v1/waitlists/{id}/reviews/bulk', { params: { path: { id: waitlistId }, header: keyHeader(idempotencyKey) }, body, ...call })),
    /**
     * Notes that all rewards which match were handed over, at most 10,000. With `dry_run` it only counts.
     */
    fulfilRewards: (
      waitlistId: string,
      body: Schemas['RewardFulfilment'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['RewardFulfilmentResult']> =>
      dataOf(api.POST('/v1/waitlists/{id}/rewards/fulfil', { params: { path: { id: waitlistId }, header: keyHeader(idempotencyKey) }, body, ...call })),
    listSegments: (
      waitlistId: string,
      { limit, offset, ...call }: PageOptions = {},
    ): Promise<Page<Schemas['Segment']>> =>
      dataOf(api.GET('/v1/waitlists/{id}/segments', { params: { path: { id: waitlistId }, query: defined({ limit, offset }) }, ...call })),
    createSegment: (
      waitlistId: string,
      body: Schemas['NewSegment'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['Segment']> =>
      dataOf(api.POST('/v1/waitlists/{id}/segments', { params: { path: { id: waitlistId }, header: keyHeader(idempotencyKey) }, body, ...call })),
    updateSegment: (
      waitlistId: string,
      segmentId: string,
      body: Schemas['SegmentPatch'],
      call?: CallOptions,
    ): Promise<Schemas['Segment']> =>
      dataOf(api.PATCH('/v1/waitlists/{id}/segments/{segmentId}', { params: { path: { id: waitlistId, segmentId } }, body, ...call })),
    deleteSegment: (
      waitlistId: string,
      segmentId: string,
      call?: CallOptions,
    ): Promise<void> =>
      done(api.DELETE('/v1/waitlists/{id}/segments/{segmentId}', { params: { path: { id: waitlistId, segmentId } }, ...call })),
    /** Chooses the people of a wave. Nobody is invited before it is launched. */
    draftWave: (
      waitlistId: string,
      body: Schemas['NewWave'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['Wave']> =>
      dataOf(api.POST('/v1/waitlists/{id}/waves', { params: { path: { id: waitlistId }, header: keyHeader(idempotencyKey) }, body, ...call })),
    listWaves: (
      waitlistId: string,
      { limit, offset, ...call }: PageOptions = {},
    ): Promise<Page<Schemas['WaveSummary']>> =>
      dataOf(api.GET('/v1/waitlists/{id}/waves', { params: { path: { id: waitlistId }, query: defined({ limit, offset }) }, ...call })),
    /** A wave with what came of it. */
    readWave: (
      waveId: string,
      call?: CallOptions,
    ): Promise<Schemas['WaveReport']> =>
      dataOf(api.GET('/v1/waves/{waveId}', { params: { path: { waveId } }, ...call })),
    /** Invites the people of a draft, once. A repeat gets the same answer. */
    launchWave: (
      waveId: string,
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['WaveLaunch']> =>
      dataOf(api.POST('/v1/waves/{waveId}/launch', { params: { path: { waveId }, header: keyHeader(idempotencyKey) }, ...call })),
    cancelWave: (
      waveId: string,
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['Wave']> =>
      dataOf(api.POST('/v1/waves/{waveId}/cancel', { params: { path: { waveId }, header: keyHeader(idempotencyKey) }, ...call })),
    /** Streams the CSV with the links of a wave that you send yourself, once. */
    exportWaveLinks: (
      waveId: string,
      call?: CallOptions,
    ): Promise<ReadableStream<Uint8Array>> =>
      dataOf(api.GET('/v1/waves/{waveId}/links', { params: { path: { waveId } }, parseAs: 'stream', ...call })) as Promise<ReadableStream<Uint8Array>>,
    /**
     * Sends an invitation again, with another link: at most 3 times, an hour apart. Throws at once if it is
     * too early.
     */
    resendInvitation: (
      invitationId: string,
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['NewInvitation']> =>
      dataOf(api.POST('/v1/invitations/{invitationId}/resend', { params: { path: { invitationId }, header: keyHeader(idempotencyKey) }, ...call })),
    revokeInvitation: (
      invitationId: string,
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['Invitation']> =>
      dataOf(api.POST('/v1/invitations/{invitationId}/revoke', { params: { path: { invitationId }, header: keyHeader(idempotencyKey) }, ...call })),
    /** Whether the token of an invitation can be used, also by `email`. Changes nothing. */
    verifyInvitation: (
      body: Schemas['InvitationToVerify'],
      call?: CallOptions,
    ): Promise<Schemas['InvitationVerification']> =>
      dataOf(api.POST('/v1/invitations/verify', { body, ...call })),
    /**
     * Records that a person became a user, once. Call it after their account exists; call it again after a
     * failure.
     */
    recordConversion: (
      body: Schemas['NewConversion'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['Conversion']> =>
      dataOf(api.POST('/v1/conversions', { params: { header: keyHeader(idempotencyKey) }, body, ...call })),
    /** Writes a mail to the people of a waitlist. Nobody is mailed before it is launched. */
    draftAnnouncement: (
      waitlistId: string,
      body: Schemas['NewAnnouncement'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['Announcement']> =>
      dataOf(api.POST('/v1/waitlists/{id}/announcements', { params: { path: { id: waitlistId }, header: keyHeader(idempotencyKey) }, body, ...call })),
    listAnnouncements: (
      waitlistId: string,
      { limit, offset, ...call }: PageOptions = {},
    ): Promise<Page<Schemas['AnnouncementSummary']>> =>
      dataOf(api.GET('/v1/waitlists/{id}/announcements', { params: { path: { id: waitlistId }, query: defined({ limit, offset }) }, ...call })),
    /** An announcement with what came of it. */
    readAnnouncement: (
      announcementId: string,
      call?: CallOptions,
    ): Promise<Schemas['AnnouncementReport']> =>
      dataOf(api.GET('/v1/announcements/{announcementId}', { params: { path: { announcementId } }, ...call })),
    /** Changes a draft, and counts its people again. */
    updateAnnouncement: (
      announcementId: string,
      body: Schemas['AnnouncementChange'],
      call?: CallOptions,
    ): Promise<Schemas['Announcement']> =>
      dataOf(api.PATCH('/v1/announcements/{announcementId}', { params: { path: { announcementId } }, body, ...call })),
    /** Sends one mail of it right away, with made-up values. */
    testAnnouncement: (
      announcementId: string,
      body: Schemas['AnnouncementTest'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['AnnouncementTested']> =>
      dataOf(api.POST('/v1/announcements/{announcementId}/test', { params: { path: { announcementId }, header: keyHeader(idempotencyKey) }, body, ...call })),
    /** Sends a draft to the people that `expected_count` says, once. A repeat gets the same answer. */
    launchAnnouncement: (
      announcementId: string,
      body: Schemas['NewAnnouncementLaunch'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['AnnouncementLaunch']> =>
      dataOf(api.POST('/v1/announcements/{announcementId}/launch', { params: { path: { announcementId }, header: keyHeader(idempotencyKey) }, body, ...call })),
    pauseAnnouncement: (
      announcementId: string,
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['AnnouncementReport']> =>
      dataOf(api.POST('/v1/announcements/{announcementId}/pause', { params: { path: { announcementId }, header: keyHeader(idempotencyKey) }, ...call })),
    resumeAnnouncement: (
      announcementId: string,
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['AnnouncementReport']> =>
      dataOf(api.POST('/v1/announcements/{announcementId}/resume', { params: { path: { announcementId }, header: keyHeader(idempotencyKey) }, ...call })),
    cancelAnnouncement: (
      announcementId: string,
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['AnnouncementReport']> =>
      dataOf(api.POST('/v1/announcements/{announcementId}/cancel', { params: { path: { announcementId }, header: keyHeader(idempotencyKey) }, ...call })),
    /** Streams the people of an announcement as CSV. */
    exportAnnouncementMembers: (
      announcementId: string,
      call?: CallOptions,
    ): Promise<ReadableStream<Uint8Array>> =>
      dataOf(api.GET('/v1/announcements/{announcementId}/members/export', { params: { path: { announcementId } }, parseAs: 'stream', ...call })) as Promise<ReadableStream<Uint8Array>>,
    listImports: (
      waitlistId: string,
      { limit, offset, ...call }: PageOptions = {},
    ): Promise<Page<Schemas['Import']>> =>
      dataOf(api.GET('/v1/waitlists/{id}/imports', { params: { path: { id: waitlistId }, query: defined({ limit, offset }) }, ...call })),
    readImport: (
      waitlistId: string,
      importId: string,
      call?: CallOptions,
    ): Promise<Schemas['Import']> =>
      dataOf(api.GET('/v1/waitlists/{id}/imports/{importId}', { params: { path: { id: waitlistId, importId } }, ...call })),
    /** Changes what columns become, by their names. Null leaves a column out. */
    updateImport: (
      waitlistId: string,
      importId: string,
      body: Schemas['ImportPatch'],
      call?: CallOptions,
    ): Promise<Schemas['Import']> =>
      dataOf(api.PATCH('/v1/waitlists/{id}/imports/{importId}', { params: { path: { id: waitlistId, importId } }, body, ...call })),
    cancelImport: (
      waitlistId: string,
      importId: string,
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['Import']> =>
      dataOf(api.POST('/v1/waitlists/{id}/imports/{importId}/cancel', { params: { path: { id: waitlistId, importId }, header: keyHeader(idempotencyKey) }, ...call })),
  };
}

export type PlainCalls = ReturnType<typeof plainCalls>;
