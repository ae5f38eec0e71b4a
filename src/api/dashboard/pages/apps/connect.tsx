import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { z } from 'zod';
import { accessLevels, scopesOfAccess } from '../../../../shared/account/apps/access.ts';
import { connectApp } from '../../../../shared/account/apps/connect-app.ts';
import { findScopesOf } from '../../../../shared/account/apps/queries.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import type { WebContext } from '../../../web-context.ts';
import { addForm, addPage, readForm, type Show } from '../../pages.ts';
import { AlonePage } from '../../parts/alone-page.tsx';
import { Page, pageOf } from '../../parts/page-context.ts';
import { type Asked, readAsked, refuse } from './asked.ts';
import { ConnectForm, WhoAsks } from './connect-form.tsx';

const Decision = z.object({
  decision: z.enum(['allow', 'deny']),
  level: z.enum(accessLevels).default('look'),
  test: z.literal('on').optional(),
});

/** Asks a signed-in user what an app may do that wants to connect (RFC 6749, 4.1.1). */
export function connectPage(app: FastifyInstance, ctx: WebContext, provider: () => Promise<Provider>): void {
  const url = '/connect/:uid';
  /** What each request is about. */
  const asked = new WeakMap<FastifyRequest, Asked>();
  const preHandler = async (request: FastifyRequest, reply: FastifyReply) => {
    const found = await readAsked(await provider(), request, reply);
    // The way back goes from one address of the app to the next, and browsers hold each against the form.
    const policy = String(reply.getHeader('content-security-policy'));
    reply.header('content-security-policy', policy.replace("form-action 'self'; ", ''));
    asked.set(request, found);
  };
  const askedBy = (request: FastifyRequest) => asked.get(request) ?? refuse();

  const show: Show = async (request, formError) => {
    const { session } = request;
    const one = askedBy(request);
    const connected = await findScopesOf(ctx.sql, session.userId, one.clientId);
    return (
      <AlonePage title={`Connect ${one.name}?`} formError={formError}>
        <WhoAsks asked={one} session={session} connected={connected} />
        <Page.Provider value={pageOf(request)}>
          <ConnectForm asked={one} session={session} connected={connected} />
        </Page.Provider>
        <p class="soft">You can end it at any time under Connected apps.</p>
      </AlonePage>
    );
  };
  addPage(app, url, { preHandler }, show);

  addForm(app, url, { preHandler }, show, async (request, reply) => {
    const { decision, level, test } = readForm(Decision, request.body);
    const { opened, details, clientId, name, scope, resources, redirectHost } = askedBy(request);
    if (details.result)
      throw new AppError('conflict', 'You have answered already. Connect again from the app.');
    const { session } = request;
    const finish = async (result: Parameters<Provider['interactionResult']>[2]) =>
      reply.redirect(await opened.interactionResult(request.raw, reply.raw, result), 303);
    if (decision === 'deny') return finish({ error: 'access_denied', error_description: 'The user said no' });
    const granted = scopesOfAccess(level, session.role, scope);
    if (granted.length === 0)
      throw new AppError('forbidden', 'Your role allows nothing of what this app asks for.');
    const declined = scopesOfAccess('everything', session.role, scope).filter(
      (one) => !granted.includes(one),
    );
    const grant = new opened.Grant({ accountId: session.userId, clientId });
    for (const resource of resources) {
      grant.addResourceScope(resource, granted.join(' '));
      if (declined.length > 0) grant.rejectResourceScope(resource, declined.join(' '));
    }
    const grantId = await grant.save();
    await connectApp(ctx, session, {
      ...{ grantId, clientId, name, redirectHost },
      ...{ scopes: granted, isTest: test !== undefined },
    });
    return finish({ login: { accountId: session.userId, remember: false }, consent: { grantId } });
  });
}
