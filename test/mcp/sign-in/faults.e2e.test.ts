import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type AppsAccount, openForApps, useAppsService } from '../../support/apps/apps-service.ts';
import { overSocket } from '../../support/apps/over-socket.ts';
import { signedIn } from '../../support/dashboard.ts';
import { type OwnRedis, startOwnRedis } from '../../support/service/own-redis.ts';
import { startProcess } from '../../support/service/processes.ts';

let redis: OwnRedis;
const service = useAppsService(async () => {
  redis = await startOwnRedis();
  return { REDIS_URL: redis.url };
});
let apps: AppsAccount['apps'];
let owner: AppsAccount['owner'];

beforeAll(async () => {
  ({ apps, owner } = await openForApps(service));
  return () => redis.close();
});

/** A code, and the app that it is for. */
async function getCode(visitor = owner) {
  const client = await apps.register();
  const { path } = await apps.ask(visitor, apps.authorizeUrl(client, {}));
  return { client, code: String((await apps.decide(visitor, path, { decision: 'allow' })).get('code')) };
}

/** Tokens that no connected app has. */
const orphans = async () =>
  (
    await service.sql`
      SELECT kind FROM oauth_records r WHERE kind IN ('AccessToken', 'RefreshToken', 'AuthorizationCode')
        AND NOT EXISTS (SELECT 1 FROM connected_apps c WHERE c.grant_id = r.grant_id)`
  ).length;

describe('an app that connects', () => {
  test('goes on at another process once the one that it began with is killed', async () => {
    const dying = await startProcess('web', service.env);
    const other = await startProcess('web', service.env);
    onTestFinished(async () => void (await other.stop()));
    const survivor = other.url;
    let at = dying.url;
    const signIn = async () =>
      signedIn(
        overSocket(service, () => at),
        await service.account(),
      );
    const visitor = await signIn();
    const client = await apps.register();
    const begun = await apps.ask(visitor, apps.authorizeUrl(client, {}));
    const decided = await getCode(await signIn());
    await dying.stop('SIGKILL');
    at = survivor;
    const tokens = await (await apps.exchange(decided.client, decided.code, {}, survivor)).json();
    const next = await (await apps.refresh(decided.client, tokens.refresh_token, survivor)).json();
    expect(await apps.call(next.access_token, '/mcp', survivor)).toBe(200);
    // The page that was open is answered, too.
    const code = String((await apps.decide(visitor, begun.path, { decision: 'allow' })).get('code'));
    const last = await (await apps.exchange(client, code, {}, survivor)).json();
    // Its log is lines of JSON, also where the library has something to say.
    const ended = { client_id: client, token: last.refresh_token };
    expect((await apps.post('/oauth/revoke', ended, survivor)).status).toBe(200);
  });

  test('needs no Redis for any step', async () => {
    const before = await apps.tokensOf(owner, {});
    const code = await getCode();
    for (const [stop, start] of [
      [() => redis.pause(), () => redis.resume()],
      [() => redis.kill(), () => redis.restart()],
    ] as const) {
      await stop();
      try {
        const { client_id, refresh_token } = await apps.tokensOf(owner, {});
        const next = await apps.refresh(client_id, refresh_token);
        expect(next.status).toBe(200);
        expect(await apps.call((await next.json()).access_token)).toBe(200);
      } finally {
        await start();
      }
    }
    expect((await apps.refresh(before.client_id, before.refresh_token)).status).toBe(200);
    expect((await apps.exchange(code.client, code.code)).status).toBeLessThan(500);
  });

  test('gets 503 while Postgres cannot keep the session of the browser', async () => {
    const { path } = await apps.ask(owner, apps.authorizeUrl(await apps.register(), {}));
    const decided = await owner.send(path, { decision: 'allow' });
    await service.sql.unsafe(`
      CREATE FUNCTION go_away() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''away'' USING ERRCODE = ''57P01''; END';
      CREATE TRIGGER go_away BEFORE INSERT ON oauth_records FOR EACH ROW WHEN (NEW.kind = 'Session') EXECUTE FUNCTION go_away()`);
    onTestFinished(async () => void (await service.sql`DROP FUNCTION go_away CASCADE`));
    const { statusCode, headers } = await owner.open(new URL(String(decided.headers.location)).pathname);
    expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
  });

  test('gets tokens, 503 or a clean refusal while connections to Postgres break, and nothing by halves', async () => {
    const killer = postgres(service.env.DATABASE_URL ?? '', { max: 1, onnotice: () => {} });
    const cut = () =>
      killer`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;
    await killer`SELECT 1`;
    const statuses: Record<string, number> = {};
    const count = (what: string) => {
      statuses[what] = (statuses[what] ?? 0) + 1;
    };
    /** Sends it while connections break. After a 503 it is sent again until it is answered. */
    async function during(what: string, afterMs: number, send: () => Promise<Response>) {
      const [first] = await Promise.all([send(), sleep(afterMs).then(cut)]);
      let answer = first;
      for (let tries = 0; answer.status === 503 && tries < 10; tries++) {
        count(`${what} 503`);
        await sleep(100);
        answer = await send();
      }
      count(`${what} ${answer.status}`);
      return { status: answer.status, body: await answer.json() };
    }
    try {
      for (let round = 0; round < 24; round++) {
        const { client, code } = await getCode();
        const exchanged = await during('code', round % 12, () => apps.exchange(client, code));
        if (exchanged.status !== 200) {
          expect(exchanged).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
          const [app] = await service.sql`SELECT 1 FROM connected_apps WHERE client_id = ${client}`;
          expect(app).toBeUndefined();
          continue;
        }
        const { refresh_token: token } = exchanged.body;
        const next = await during('refresh', round % 12, () => apps.refresh(client, token));
        expect(next.status).toBe(200); // the app is never lost
        expect(await apps.call(next.body.access_token)).toBe(200);
      }
      expect(await orphans()).toBe(0);
      expect(statuses['code 503'] ?? 0).toBeGreaterThan(0); // the cuts hit something
    } finally {
      await killer.end();
    }
  });
});

describe('a refresh whose process died before it stored the next token', () => {
  test('may come again at any time, and one whose successor exists may not', async () => {
    const tokens = await apps.tokensOf(owner, {});
    const used = () => service.sql`
      UPDATE oauth_records SET consumed_at = clock_timestamp() - interval '1 hour'
      WHERE kind = 'RefreshToken' AND grant_id = (SELECT grant_id FROM connected_apps WHERE client_id = ${tokens.client_id})`;
    await used();
    const next = await (await apps.refresh(tokens.client_id, tokens.refresh_token)).json();
    expect(await apps.call(next.access_token)).toBe(200);
    await used();
    expect((await apps.refresh(tokens.client_id, next.refresh_token)).status).toBe(200);
    expect((await apps.refresh(tokens.client_id, tokens.refresh_token)).status).toBe(400);
    expect((await apps.refresh(tokens.client_id, next.refresh_token)).status).toBe(400);
  });
});
