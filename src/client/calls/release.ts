import type { paths } from '../api-types.ts';
import {
  type CallOptions,
  type Connection,
  dataOf,
  type KeyedCallOptions,
  keyHeader,
  type PageOptions,
  type Schemas,
} from '../connection.ts';
import { defined } from '../defined.ts';
import { eachItem, type Page } from '../each-item.ts';

type InvitationQuery = NonNullable<paths['/v1/waitlists/{id}/invitations']['get']['parameters']['query']>;

/** Filters of invitations. All that is given must hold. */
export interface InvitationListOptions
  extends CallOptions,
    Readonly<Omit<InvitationQuery, 'limit' | 'offset'>> {}

/** Waves, invitations and conversions. */
export function releaseCalls({ api }: Connection) {
  const listWaves = (
    waitlistId: string,
    { limit, offset, ...call }: PageOptions = {},
  ): Promise<Page<Schemas['WaveSummary']>> =>
    dataOf(
      api.GET('/v1/waitlists/{id}/waves', {
        params: { path: { id: waitlistId }, query: defined({ limit, offset }) },
        ...call,
      }),
    );
  const listInvitations = (
    waitlistId: string,
    { signal, ...query }: PageOptions & InvitationListOptions = {},
  ): Promise<Page<Schemas['Invitation']>> =>
    dataOf(
      api.GET('/v1/waitlists/{id}/invitations', {
        params: { path: { id: waitlistId }, query: defined(query) },
        ...defined({ signal }),
      }),
    );

  return {
    /** Chooses the people of a wave. Nobody is invited before it is launched. */
    draftWave: (
      waitlistId: string,
      body: Schemas['NewWave'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['Wave']> =>
      dataOf(
        api.POST('/v1/waitlists/{id}/waves', {
          params: { path: { id: waitlistId }, header: keyHeader(idempotencyKey) },
          body,
          ...call,
        }),
      ),
    listWaves,
    /** All waves of a waitlist, newest first. */
    waves: (
      waitlistId: string,
      call?: CallOptions,
    ): AsyncGenerator<Schemas['WaveSummary'], void, undefined> =>
      eachItem(
        (page) => listWaves(waitlistId, { ...page, ...call }),
        ({ id }) => id,
      ),
    /** A wave with what came of it. */
    readWave: (waveId: string, call?: CallOptions): Promise<Schemas['WaveReport']> =>
      dataOf(api.GET('/v1/waves/{waveId}', { params: { path: { waveId } }, ...call })),
    /** Invites the people of a draft, once. A repeat gets the same answer. */
    launchWave: (
      waveId: string,
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['WaveLaunch']> =>
      dataOf(
        api.POST('/v1/waves/{waveId}/launch', {
          params: { path: { waveId }, header: keyHeader(idempotencyKey) },
          ...call,
        }),
      ),
    cancelWave: (
      waveId: string,
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['Wave']> =>
      dataOf(
        api.POST('/v1/waves/{waveId}/cancel', {
          params: { path: { waveId }, header: keyHeader(idempotencyKey) },
          ...call,
        }),
      ),
    /** Streams the CSV with the links of a wave that you send yourself, once. */
    exportWaveLinks: (waveId: string, call?: CallOptions): Promise<ReadableStream<Uint8Array>> =>
      dataOf(
        api.GET('/v1/waves/{waveId}/links', { params: { path: { waveId } }, parseAs: 'stream', ...call }),
      ) as Promise<ReadableStream<Uint8Array>>,
    listInvitations,
    /** All invitations of a waitlist, or all that match, newest first. */
    invitations: (
      waitlistId: string,
      options?: InvitationListOptions,
    ): AsyncGenerator<Schemas['Invitation'], void, undefined> =>
      eachItem(
        (page) => listInvitations(waitlistId, { ...page, ...options }),
        ({ id }) => id,
      ),
    /** Invites one person. With `deliver: 'link'` the answer has the link, once. */
    inviteSignup: (
      waitlistId: string,
      signupId: string,
      body: Partial<Schemas['InvitationRequest']> = {},
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['NewInvitation']> =>
      dataOf(
        api.POST('/v1/waitlists/{id}/signups/{signupId}/invite', {
          params: { path: { id: waitlistId, signupId }, header: keyHeader(idempotencyKey) },
          body,
          ...call,
        }),
      ),
    /**
     * Sends an invitation again, with another link: at most 3 times, an hour apart. Throws at once if it is
     * too early.
     */
    resendInvitation: (
      invitationId: string,
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['NewInvitation']> =>
      dataOf(
        api.POST('/v1/invitations/{invitationId}/resend', {
          params: { path: { invitationId }, header: keyHeader(idempotencyKey) },
          ...call,
        }),
      ),
    revokeInvitation: (
      invitationId: string,
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['Invitation']> =>
      dataOf(
        api.POST('/v1/invitations/{invitationId}/revoke', {
          params: { path: { invitationId }, header: keyHeader(idempotencyKey) },
          ...call,
        }),
      ),
    /** Whether the token of an invitation can be used, also by `email`. Changes nothing. */
    verifyInvitation: (
      body: Schemas['InvitationToVerify'],
      call?: CallOptions,
    ): Promise<Schemas['InvitationVerification']> =>
      dataOf(api.POST('/v1/invitations/verify', { body, ...call })),
    declineInvitation: (
      token: string,
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['Invitation']> =>
      dataOf(
        api.POST('/v1/invitations/decline', {
          params: { header: keyHeader(idempotencyKey) },
          body: { token },
          ...call,
        }),
      ),
    /**
     * Records that a person became a user, once. Call it after their account exists; call it again after a
     * failure.
     */
    recordConversion: (
      body: Schemas['NewConversion'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['Conversion']> =>
      dataOf(api.POST('/v1/conversions', { params: { header: keyHeader(idempotencyKey) }, body, ...call })),
  };
}
