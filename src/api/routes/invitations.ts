import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { scopeFor } from '../../shared/account/scopes.ts';
import { recordConversion } from '../../shared/capabilities/release/conversions/record-conversion.ts';
import { Conversion, ConversionInput } from '../../shared/capabilities/release/conversions/schema.ts';
import {
  declineInvitation,
  revokeInvitation,
} from '../../shared/capabilities/release/invitations/end-invitations.ts';
import { inviteSignup } from '../../shared/capabilities/release/invitations/invite-signup.ts';
import { listInvitations } from '../../shared/capabilities/release/invitations/list-invitations.ts';
import { resendInvitation } from '../../shared/capabilities/release/invitations/resend-invitation.ts';
import {
  DeclineInput,
  Invitation,
  InvitationsQuery,
  InviteInput,
  NewInvitation,
  Verification,
  VerifyInput,
} from '../../shared/capabilities/release/invitations/schema.ts';
import { verifyInvitation } from '../../shared/capabilities/release/invitations/verify-invitation.ts';
import { pageOf } from '../../shared/platform/schema/paging.ts';
import { keeperFor } from '../plugins/idempotency.ts';
import type { WebContext } from '../web-context.ts';
import { InvitationParams, SignupParams, WaitlistParams } from './params.ts';

/** A link is a secret, and no address is kept with an idempotency key: a person can be erased. */
const shownOnce = { shownOnce: ['url', 'email'] } as const;
const withoutAddress = { shownOnce: ['email'] } as const;

/** HTTP routes of invitations and conversions (N5). */
export const invitationRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.get(
    '/waitlists/:id/invitations',
    {
      config: { scope: scopeFor.listInvitations },
      schema: {
        operationId: 'listInvitations',
        summary: 'List invitations',
        tags: ['Invitations'],
        params: WaitlistParams,
        querystring: InvitationsQuery,
        response: { 200: pageOf(Invitation) },
      },
    },
    async ({ caller, params, query, over }) => listInvitations(ctx.until(over), caller, params.id, query),
  );

  app.post(
    '/waitlists/:id/signups/:signupId/invite',
    {
      config: { scope: scopeFor.inviteSignup, answers: [402], idempotent: shownOnce },
      schema: {
        operationId: 'inviteSignup',
        summary: 'Invite one person',
        tags: ['Invitations'],
        params: SignupParams,
        body: InviteInput,
        response: { 201: NewInvitation },
      },
    },
    async (request, reply) => {
      const { id, signupId } = request.params;
      reply.code(201);
      return inviteSignup(ctx, request.caller, id, signupId, request.body, keeperFor(request, reply));
    },
  );

  app.post(
    '/invitations/:invitationId/resend',
    {
      config: { scope: scopeFor.resendInvitation, answers: [402], idempotent: shownOnce },
      schema: {
        operationId: 'resendInvitation',
        summary: 'Send an invitation again',
        tags: ['Invitations'],
        params: InvitationParams,
        response: { 200: NewInvitation },
      },
    },
    async (request, reply) =>
      resendInvitation(ctx, request.caller, request.params.invitationId, keeperFor(request, reply)),
  );

  app.post(
    '/invitations/:invitationId/revoke',
    {
      config: { scope: scopeFor.revokeInvitation, answers: [409], idempotent: withoutAddress },
      schema: {
        operationId: 'revokeInvitation',
        summary: 'Revoke an invitation',
        tags: ['Invitations'],
        params: InvitationParams,
        response: { 200: Invitation },
      },
    },
    async (request, reply) =>
      revokeInvitation(ctx, request.caller, request.params.invitationId, keeperFor(request, reply)),
  );

  app.post(
    '/invitations/verify',
    {
      config: { scope: scopeFor.verifyInvitation },
      schema: {
        operationId: 'verifyInvitation',
        summary: 'Verify an invitation',
        tags: ['Invitations'],
        body: VerifyInput,
        response: { 200: Verification },
      },
    },
    async ({ caller, body }) => verifyInvitation(ctx, caller, body),
  );

  app.post(
    '/invitations/decline',
    {
      config: { scope: scopeFor.declineInvitation, answers: [404, 409], idempotent: withoutAddress },
      schema: {
        operationId: 'declineInvitation',
        summary: 'Decline an invitation',
        tags: ['Invitations'],
        body: DeclineInput,
        response: { 200: Invitation },
      },
    },
    async (request, reply) =>
      declineInvitation(ctx, request.caller, request.body.token, keeperFor(request, reply)),
  );

  app.post(
    '/conversions',
    {
      config: { scope: scopeFor.recordConversion, answers: [404, 409], idempotent: true },
      schema: {
        operationId: 'recordConversion',
        summary: 'Record a conversion',
        tags: ['Invitations'],
        body: ConversionInput,
        response: { 200: Conversion },
      },
    },
    async (request, reply) => recordConversion(ctx, request.caller, request.body, keeperFor(request, reply)),
  );
};
