import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { z } from 'zod';
import { accessLevels, scopesOfAccess } from '../../../../shared/account/apps/access.ts';
import { connectApp } from '../../../../shared/account/apps/connect-app.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import { parseUrl } from '../../../../shared/platform/outbound/parse-url.ts';
import type { WebContext } from '../../../web-context.ts';
import { addForm, addPage, readForm, type Show } from '../../pages.ts';
import { AlonePage } from '../../parts/alone-page.tsx';
import { Checkbox } from '../../parts/checkbox.tsx';
import { Form, Submit } from '../../parts/form.tsx';
import { Page, pageOf } from '../../parts/page-context.ts';
import { levelTexts } from './level-texts.ts';

/** A request to connect. */
interface Asked {
  readonly opened: Provider;
  readonly details: Awaited<ReturnType<Provider['interactionDetails']>>;
  readonly uid: string;
  readonly clientId: string;
  readonly name: string;
  /** What the app asks for, as scopes. */
  readonly scope: string;
  /** The URLs of the tool servers that it asks for. */
  readonly resources: readonly string[];
  /** Where its codes go: a host, or the scheme of an app. */
  readonly redirectHost: string;
  /** Whether that is on the machine of the user. */
  readonly isLocal: boolean;
}

const Decision = z.object({
  decision: z.enum(['allow', 'deny']),
  level: z.enum(accessLevels).default('look'),
  test: z.literal('on').optional(),
});

/**
 * Asks a signed-in user what an app may do that wants to connect (RFC 6749, 4.1.1). The name of the app is
 * its own word; where its codes go is checked.
 */
export function connectPage(app: FastifyInstance, ctx: WebContext, provider: () => Promise<Provider>): void {
  async function read(request: FastifyRequest, reply: FastifyReply): Promise<Asked> {
    const opened = await provider();
    const details = await opened.interactionDetails(request.raw, reply.raw).catch((error: Error) => {
      if (error.name === 'SessionNotFound') refuse();
      throw error;
    });
    const { client_id, redirect_uri, scope, resource } = details.params as Record<string, string | string[]>;
    const client = (await opened.Client.find(String(client_id))) ?? refuse();
    if (details.uid !== (request.params as { uid: string }).uid) refuse();
    const target = parseUrl(String(redirect_uri)) ?? refuse();
    return {
      ...{ opened, details, uid: details.uid, clientId: client.clientId, scope: String(scope ?? '') },
      name: (client.clientName ?? 'Unnamed app').slice(0, 100),
      resources: [resource ?? []].flat(),
      redirectHost: /^https?:$/.test(target.protocol) ? target.host : target.protocol,
      isLocal: /^(localhost|127\.0\.0\.1|\[::1\])$/.test(target.hostname) && target.protocol === 'http:',
    };
  }

  const url = '/connect/:uid';
  /** What each request is about. */
  const asked = new WeakMap<FastifyRequest, Asked>();
  const preHandler = async (request: FastifyRequest, reply: FastifyReply) => {
    const found = await read(request, reply);
    // The way back goes from one address of the app to the next, and browsers hold each against the form.
    const policy = String(reply.getHeader('content-security-policy'));
    reply.header('content-security-policy', policy.replace("form-action 'self'; ", ''));
    asked.set(request, found);
  };
  const askedBy = (request: FastifyRequest) => asked.get(request) ?? refuse();

  const show: Show = (request, formError) => {
    const { name, redirectHost, isLocal, scope, uid, clientId } = askedBy(request);
    const document = clientId.startsWith('https://') ? parseUrl(clientId)?.host : undefined;
    const { role, accountName, email, caller } = request.session;
    const offered = accessLevels
      .map((level) => ({ level, granted: scopesOfAccess(level, role, scope) }))
      .filter(({ granted }, at, all) => granted.length > (all[at - 1]?.granted.length ?? 0));
    return (
      <AlonePage title={`Connect ${name}?`} formError={formError}>
        <p>
          <strong>
            <bdi>{name}</bdi>
          </strong>{' '}
          asks for access to <strong>{accountName}</strong>. You are signed in as {email}.
        </p>
        <p class="soft">
          Its name is not verified{document !== undefined && `; it describes itself at ${document}`}. Your
          answer goes to <code>{redirectHost}</code>
          {isLocal && ', a program on this computer'}.
        </p>
        <Page.Provider value={pageOf(request)}>
          <Form action={`/dashboard/connect/${uid}`} class="fields">
            <fieldset>
              <legend>What may it do?</legend>
              {offered.map(({ level, granted }, at) => (
                <div key={level}>
                  <label class="inline">
                    <input type="radio" name="level" value={level} checked={at === 0} />
                    <span>
                      {levelTexts[level].name} <small>{levelTexts[level].hint}</small>
                    </span>
                  </label>
                  {level === 'everything' && (
                    <details>
                      <summary>Scopes</summary>
                      <p class="soft">{granted.join(', ')}</p>
                    </details>
                  )}
                </div>
              ))}
            </fieldset>
            <Checkbox
              name="test"
              label="In the test mode"
              hint="It sees the lists of the test mode only, and no mail leaves."
              initial={caller.isTest}
            />
            <div class="row">
              <Submit name="decision" value="allow">
                Connect
              </Submit>
              <Submit name="decision" value="deny" class="quiet">
                Cancel
              </Submit>
            </div>
          </Form>
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
    const grant = new opened.Grant({ accountId: session.userId, clientId });
    for (const resource of resources) grant.addResourceScope(resource, granted.join(' '));
    const grantId = await grant.save();
    await connectApp(ctx, session, {
      ...{ grantId, clientId, name, redirectHost },
      ...{ scopes: granted, isTest: test !== undefined },
    });
    return finish({ login: { accountId: session.userId, remember: false }, consent: { grantId } });
  });
}

function refuse(): never {
  throw new AppError('not_found', 'This request to connect has expired. Connect again from the app.');
}
