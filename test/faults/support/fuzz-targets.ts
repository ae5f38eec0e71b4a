import type { WebContext } from '../../../src/api/web-context.ts';
import { setEmailProvider } from '../../../src/shared/email/settings/set-email-provider.ts';
import { inboundTargets } from '../../support/fuzz/inbound.ts';
import {
  type FuzzTarget,
  formTarget,
  pageTarget,
  pluginTargets,
  targetsOf,
  toolTargets,
  withOwn,
} from '../../support/fuzz/requests.ts';
import { makeAccount } from '../../support/service/make.ts';
import { listRoutes } from '../../support/service/routes.ts';
import type { FuzzSender } from './fuzz-sender.ts';

/** They end the session that requests come with, or cost a password's hash each. */
const leftOut = /sign-out|sign-in|password|assets/;

/** Everything that takes requests: routes, tools, forms and pages as the running service tells of them, those of plugins for the operator's `login`, and providers' events. */
export async function allTargets(ctx: WebContext, sender: FuzzSender, login: string): Promise<FuzzTarget[]> {
  const document = JSON.parse((await sender.send('GET', { path: '/openapi.json', headers: {} }, 0)).body);
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const tools = JSON.parse((await sender.send('POST', { path: '/mcp', headers, body: list }, 0)).body);
  return [
    ...targetsOf(document),
    ...toolTargets(tools.result.tools),
    ...(await dashboardTargets(ctx, sender)),
    ...pluginTargets(login),
    ...(await inboundTargets(async (settings) => {
      const { accountId } = await makeAccount(ctx.sql);
      const input = { ...settings, from: 'Acme <a@acme.test>', skipVerify: true };
      const { webhook_url: url } = await setEmailProvider(ctx, accountId, input);
      return new URL(url ?? '').pathname;
    })),
  ];
}

/** Forms are sent with the names of all fields that there are, on whatever page. */
async function dashboardTargets(ctx: WebContext, sender: FuzzSender): Promise<FuzzTarget[]> {
  const routes = (await listRoutes(ctx, '/dashboard')).filter(({ url }) => !leftOut.test(url));
  const pages = routes.filter(({ method }) => method === 'GET').map(({ url }) => pageTarget(url));
  const names = new Set<string>(['__proto__', 'constructor']);
  for (const { name } of pages) {
    const path = withOwn(
      { path: name.slice('GET '.length).replace(/:(\w+)/g, '{$1}'), headers: {} },
      sender.own,
    );
    const { body } = await sender.send('GET', path, 0);
    for (const [, field = ''] of body.matchAll(/<(?:input|select|textarea)[^>]* name="(\w+)"/g))
      names.add(field);
  }
  names.delete('csrf');
  const forms = routes
    .filter(({ method }) => method === 'POST')
    .map(({ url }) => formTarget(url, [...names]));
  return [...pages, ...forms];
}
