import type { WebContext } from '../../../src/api/web-context.ts';
import { setEmailProvider } from '../../../src/shared/mail/settings/set-email-provider.ts';
import { makeAccount } from '../service/make.ts';
import { listRoutes } from '../service/routes.ts';
import type { FuzzClient } from './client.ts';
import { inboundTargets } from './inbound.ts';
import {
  type FuzzTarget,
  formTarget,
  pageTarget,
  pluginTargets,
  targetsOf,
  toolTargets,
  withOwn,
} from './requests.ts';

/** Routes that end the client's session, or hash a password. */
const excluded = /sign-out|sign-in|password|assets/;

/**
 * All routes, tools, forms, pages and provider events of the running service. `login` is the operator's, for
 * the pages of plugins.
 */
export async function allTargets(ctx: WebContext, client: FuzzClient, login: string): Promise<FuzzTarget[]> {
  const document = JSON.parse((await client.send('GET', { path: '/openapi.json', headers: {} }, 0)).body);
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const tools = JSON.parse((await client.send('POST', { path: '/mcp', headers, body: list }, 0)).body);
  return [
    ...targetsOf(document),
    ...toolTargets(tools.result.tools),
    ...(await dashboardTargets(ctx, client)),
    ...pluginTargets(login),
    ...(await inboundTargets(async (settings) => {
      const { accountId } = await makeAccount(ctx.sql);
      const input = { ...settings, from: 'Acme <a@acme.test>', skipVerify: true };
      const { webhook_url: url } = await setEmailProvider(ctx, accountId, input);
      return new URL(url ?? '').pathname;
    })),
  ];
}

/** Every form gets the field names of all pages. */
async function dashboardTargets(ctx: WebContext, client: FuzzClient): Promise<FuzzTarget[]> {
  const routes = (await listRoutes(ctx, '/dashboard')).filter(({ url }) => !excluded.test(url));
  const pages = routes.filter(({ method }) => method === 'GET').map(({ url }) => pageTarget(url));
  const names = new Set<string>(['__proto__', 'constructor']);
  for (const { name } of pages) {
    const path = withOwn(
      { path: name.slice('GET '.length).replace(/:(\w+)/g, '{$1}'), headers: {} },
      client.own,
    );
    const { body } = await client.send('GET', path, 0);
    for (const [, field = ''] of body.matchAll(/<(?:input|select|textarea)[^>]* name="(\w+)"/g))
      names.add(field);
  }
  names.delete('csrf');
  const forms = routes
    .filter(({ method }) => method === 'POST')
    .map(({ url }) => formTarget(url, [...names]));
  return [...pages, ...forms];
}
