import { randomBytes } from 'node:crypto';
import { hashOf } from '../../src/shared/account/apps/record-queries.ts';
import { scopes } from '../../src/shared/account/scopes.ts';
import { createUser } from '../../src/shared/account/users/create-user.ts';
import { readConfig } from '../../src/shared/config.ts';
import { openContext } from '../../src/shared/context.ts';
import { newId } from '../../src/shared/platform/ids.ts';
import { type Deployment, startDeployment } from '../../test/support/deployment/deployment.ts';
import { median } from '../../test/support/values/quantiles.ts';

const calls = 400;
const baseUrl = 'http://localhost:3000';

/**
 * Compares tool calls at /mcp with REST requests for the same operation, and those with the token of a
 * connected app. One client sends them in turn.
 */
export async function mcp(): Promise<void> {
  const deployment = await startDeployment({ webs: 1, workers: 0 }, { BASE_URL: baseUrl });
  try {
    const list = await deployment.makeWaitlist();
    const { key, waitlist } = list;
    const token = await connectApp(deployment, list.accountId);
    const [url = ''] = deployment.urls;
    const headersWith = (secret: string) => ({
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    });
    const timed = async (path: string, init: RequestInit, secret = key) => {
      const started = performance.now();
      const response = await fetch(`${url}${path}`, { headers: headersWith(secret), ...init });
      await response.text();
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
      return performance.now() - started;
    };
    const callOf = (name: string) => ({
      method: 'POST',
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: { waitlistId: waitlist } },
      }),
    });
    const pairs = [
      ['list_signups', `/v1/waitlists/${waitlist}/signups`],
      ['get_waitlist_stats', `/v1/waitlists/${waitlist}/stats`],
    ] as const;
    const rows = [];
    for (const [name, path] of pairs) {
      const [restMs, toolMs, tokenMs]: [number[], number[], number[]] = [[], [], []];
      for (let call = 0; call < calls; call++) {
        restMs.push(await timed(path, {}));
        toolMs.push(await timed('/mcp', callOf(name)));
        tokenMs.push(await timed('/mcp', callOf(name), token));
      }
      const [rest, tool, byToken] = [median(restMs), median(toolMs), median(tokenMs)];
      rows.push({
        operation: name,
        'REST ms': rest.toFixed(2),
        'tool ms': tool.toFixed(2),
        'difference ms': (tool - rest).toFixed(2),
        'token ÷ key': (byToken / tool).toFixed(2),
      });
    }
    console.log(`medians of ${calls} calls`);
    console.table(rows);
  } finally {
    await deployment.close();
  }
}

/** Stores an app as if somebody had connected it. @returns its access token */
async function connectApp({ sql, env }: Deployment, accountId: string): Promise<string> {
  const ctx = openContext({ ...readConfig(env), log: { level: 'silent' } }, 'cli');
  const user = { email: 'owner@example.com', password: randomBytes(16).toString('hex') };
  const { user_id: userId } = await createUser(ctx, accountId, user);
  await ctx.sql.end();
  const [id, token] = [newId(), randomBytes(32).toString('base64url')];
  await sql`
    INSERT INTO connected_apps (id, user_id, account_id, grant_id, client_id, name, redirect_host, scopes, is_test)
    VALUES (${id}, ${userId}, ${accountId}, ${id}, 'chat', 'Chat', 'chat.example', ${[...scopes]}, false)`;
  const payload = { aud: `${baseUrl}/mcp`, scope: scopes.join(' ') };
  await sql`
    INSERT INTO oauth_records (kind, id_hash, grant_id, payload, expires_at)
    VALUES ('AccessToken', ${hashOf(token)}, ${id}, ${sql.json(payload)}, now() + interval '1 hour')`;
  return token;
}
