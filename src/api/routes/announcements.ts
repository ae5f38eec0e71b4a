import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { scopeFor } from '../../shared/account/scopes.ts';
import {
  cancelAnnouncement,
  pauseAnnouncement,
  resumeAnnouncement,
} from '../../shared/capabilities/announcements/control-announcement.ts';
import {
  draftAnnouncement,
  updateAnnouncement,
} from '../../shared/capabilities/announcements/draft-announcement.ts';
import { launchAnnouncement } from '../../shared/capabilities/announcements/launch-announcement.ts';
import {
  exportAnnouncementMembers,
  listAnnouncementMembers,
} from '../../shared/capabilities/announcements/members/read-members.ts';
import {
  listAnnouncements,
  readAnnouncement,
} from '../../shared/capabilities/announcements/read-announcements.ts';
import {
  AnnouncementLaunch,
  AnnouncementLaunchInput,
  AnnouncementMember,
  AnnouncementTest,
  AnnouncementTested,
  announcementSchemas,
  MembersQuery,
} from '../../shared/capabilities/announcements/schema.ts';
import { testAnnouncement } from '../../shared/capabilities/announcements/text/try-text.ts';
import { PageQuery, pageOf } from '../../shared/platform/schema/paging.ts';
import { assertTestMails, testMailLimitMs } from '../limits/test-mail-limit.ts';
import { keeperFor } from '../plugins/idempotency.ts';
import type { WebContext } from '../web-context.ts';
import { AnnouncementParams, WaitlistParams } from './params.ts';
import { csvResponse, sendDownload } from './send-download.ts';

/** No address is kept with an idempotency key: a person can be erased. */
const withoutPeople = { emptied: ['sample'] } as const;

/** HTTP routes of announcements: mails to the people of a list. */
export const announcementRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  const { AnnouncementInput, AnnouncementPatch, AnnouncementSummary, Announcement, AnnouncementReport } =
    announcementSchemas();
  const tags = ['Announcements'];

  app.post(
    '/waitlists/:id/announcements',
    {
      config: { scope: scopeFor.draftAnnouncement, answers: [409], idempotent: withoutPeople },
      schema: {
        operationId: 'draftAnnouncement',
        summary: 'Draft an announcement',
        tags,
        params: WaitlistParams,
        body: AnnouncementInput,
        response: { 201: Announcement },
      },
    },
    async (request, reply) => {
      reply.code(201);
      const { caller, params, body } = request;
      return draftAnnouncement(ctx.until(request.over), caller, params.id, body, keeperFor(request, reply));
    },
  );

  app.get(
    '/waitlists/:id/announcements',
    {
      config: { scope: scopeFor.listAnnouncements },
      schema: {
        operationId: 'listAnnouncements',
        summary: 'List announcements',
        tags,
        params: WaitlistParams,
        querystring: PageQuery,
        response: { 200: pageOf(AnnouncementSummary) },
      },
    },
    async ({ caller, params, query, over }) => listAnnouncements(ctx.until(over), caller, params.id, query),
  );

  app.get(
    '/announcements/:announcementId',
    {
      config: { scope: scopeFor.readAnnouncement },
      schema: {
        operationId: 'readAnnouncement',
        summary: 'Read an announcement',
        tags,
        params: AnnouncementParams,
        response: { 200: AnnouncementReport },
      },
    },
    async ({ caller, params, over }) => readAnnouncement(ctx.until(over), caller, params.announcementId),
  );

  app.patch(
    '/announcements/:announcementId',
    {
      config: { scope: scopeFor.updateAnnouncement, answers: [409] },
      schema: {
        operationId: 'updateAnnouncement',
        summary: 'Change a draft',
        tags,
        params: AnnouncementParams,
        body: AnnouncementPatch,
        response: { 200: Announcement },
      },
    },
    async ({ caller, params, body, over }) =>
      updateAnnouncement(ctx.until(over), caller, params.announcementId, body),
  );

  app.post(
    '/announcements/:announcementId/test',
    {
      config: {
        scope: scopeFor.testAnnouncement,
        answers: [402, 409],
        idempotent: true,
        timeLimitMs: testMailLimitMs,
      },
      schema: {
        operationId: 'testAnnouncement',
        summary: 'Send a test of an announcement',
        tags,
        params: AnnouncementParams,
        body: AnnouncementTest,
        response: { 200: AnnouncementTested },
      },
    },
    async ({ caller, params, body }) => {
      await assertTestMails(ctx, caller.accountId);
      return testAnnouncement(ctx, caller, params.announcementId, body.to);
    },
  );

  app.post(
    '/announcements/:announcementId/launch',
    {
      config: { scope: scopeFor.launchAnnouncement, answers: [402, 409], idempotent: true },
      schema: {
        operationId: 'launchAnnouncement',
        summary: 'Launch an announcement',
        tags,
        params: AnnouncementParams,
        body: AnnouncementLaunchInput,
        response: { 202: AnnouncementLaunch },
      },
    },
    async (request, reply) => {
      reply.code(202);
      const { caller, params, body } = request;
      return launchAnnouncement(ctx, caller, params.announcementId, body, keeperFor(request, reply));
    },
  );

  const controls = [
    ['pause', 'pauseAnnouncement', 'Pause an announcement', pauseAnnouncement, [409]],
    ['resume', 'resumeAnnouncement', 'Resume an announcement', resumeAnnouncement, [402, 409]],
    ['cancel', 'cancelAnnouncement', 'Cancel an announcement', cancelAnnouncement, [409]],
  ] as const;
  for (const [name, operationId, summary, run, answers] of controls)
    app.post(
      `/announcements/:announcementId/${name}`,
      {
        config: { scope: scopeFor[operationId], answers: [...answers], idempotent: withoutPeople },
        schema: {
          ...{ operationId, summary, tags, params: AnnouncementParams },
          response: { 200: AnnouncementReport },
        },
      },
      async (request, reply) =>
        run(ctx, request.caller, request.params.announcementId, keeperFor(request, reply)),
    );

  app.get(
    '/announcements/:announcementId/members',
    {
      config: { scope: scopeFor.listAnnouncementMembers },
      schema: {
        operationId: 'listAnnouncementMembers',
        summary: 'List the people of an announcement',
        tags,
        params: AnnouncementParams,
        querystring: MembersQuery,
        response: { 200: pageOf(AnnouncementMember) },
      },
    },
    async ({ caller, params, query, over }) =>
      listAnnouncementMembers(ctx.until(over), caller, params.announcementId, query),
  );

  app.get(
    '/announcements/:announcementId/members/export',
    {
      config: { scope: scopeFor.exportAnnouncementMembers },
      schema: {
        operationId: 'exportAnnouncementMembers',
        summary: 'Export the people of an announcement',
        tags,
        params: AnnouncementParams,
        response: csvResponse,
      },
    },
    async ({ caller, params, over }, reply) => {
      const text = await exportAnnouncementMembers(ctx.until(over), caller, params.announcementId);
      const fileName = `announcement-${params.announcementId}.csv`;
      return sendDownload(reply, `attachment; filename="${fileName}"`, text);
    },
  );
};
