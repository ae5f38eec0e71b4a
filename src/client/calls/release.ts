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
import type { PlainCalls } from './plain-calls.ts';

type InvitationQuery = NonNullable<paths['/v1/waitlists/{id}/invitations']['get']['parameters']['query']>;

/** Filters of invitations. All that is given must hold. */
export interface InvitationListOptions
  extends CallOptions,
    Readonly<Omit<InvitationQuery, 'limit' | 'offset'>> {}

type MemberQuery = NonNullable<paths['/v1/waves/{waveId}/members']['get']['parameters']['query']>;

/** Narrows the people of a wave. */
export interface WaveMemberOptions extends CallOptions, Readonly<Omit<MemberQuery, 'limit' | 'offset'>> {}

/** Waves and invitations. */
export function releaseCalls({ api }: Connection, { listWaves }: PlainCalls) {
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

  const listWaveMembers = (
    waveId: string,
    { signal, ...query }: PageOptions & WaveMemberOptions = {},
  ): Promise<Page<Schemas['WaveMember']>> =>
    dataOf(
      api.GET('/v1/waves/{waveId}/members', {
        params: { path: { waveId }, query: defined(query) },
        ...defined({ signal }),
      }),
    );

  return {
    listWaveMembers,
    /** All people whom a wave has invited, or all who came to a step. */
    waveMembers: (
      waveId: string,
      options?: WaveMemberOptions,
    ): AsyncGenerator<Schemas['WaveMember'], void, undefined> =>
      eachItem(
        (page) => listWaveMembers(waveId, { ...page, ...options }),
        ({ invitation_id }) => invitation_id,
      ),
    /** Streams the same as CSV. */
    exportWaveMembers: (
      waveId: string,
      { signal, ...query }: WaveMemberOptions = {},
    ): Promise<ReadableStream<Uint8Array>> =>
      dataOf(
        api.GET('/v1/waves/{waveId}/members/export', {
          params: { path: { waveId }, query: defined(query) },
          parseAs: 'stream',
          ...defined({ signal }),
        }),
      ) as Promise<ReadableStream<Uint8Array>>,
    /** All waves of a waitlist, newest first. */
    waves: (
      waitlistId: string,
      call?: CallOptions,
    ): AsyncGenerator<Schemas['WaveSummary'], void, undefined> =>
      eachItem(
        (page) => listWaves(waitlistId, { ...page, ...call }),
        ({ id }) => id,
      ),
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
  };
}
