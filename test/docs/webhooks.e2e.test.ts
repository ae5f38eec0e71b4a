import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quietPort } from '../support/network/quiet-port.ts';
import { endWithTests } from '../support/service/processes.ts';
import { useService } from '../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../support/service/worker.ts';

const folder = resolve('docs/receivers');
const file = (name: string) => join(folder, name);

/** How to run each receiver of docs/webhooks.md, and the program it needs. */
const receivers = {
  TypeScript: {
    name: 'receiver.ts',
    program: 'node',
    run: (_: string) => [process.execPath, '--import', 'tsx', file('receiver.ts')],
  },
  Python: { name: 'receiver.py', program: 'python3', run: (_: string) => ['python3', file('receiver.py')] },
  Go: {
    name: 'receiver.go',
    program: 'go',
    run: (scratch: string) => {
      execFileSync('go', ['build', '-o', join(scratch, 'receiver'), file('receiver.go')], {
        env: { ...process.env, GOCACHE: join(scratch, 'cache'), GOFLAGS: '-mod=mod', GO111MODULE: 'off' },
      });
      return [join(scratch, 'receiver')];
    },
  },
  Ruby: { name: 'receiver.rb', program: 'ruby', run: (_: string) => ['ruby', file('receiver.rb')] },
  PHP: {
    name: 'receiver.php',
    program: 'php',
    run: (_: string, port: number) => ['php', '-S', `127.0.0.1:${port}`, file('receiver.php')],
  },
} as const;

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, [program === 'go' ? 'version' : '--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => done(true)).once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });

describe('docs/webhooks.md', () => {
  let page: string;
  beforeAll(async () => {
    page = await readFile('docs/webhooks.md', 'utf8');
  });

  test('quotes the receiver in TypeScript exactly, and links to the others', async () => {
    const { TypeScript, ...others } = receivers;
    expect(page).toContain(`\n${(await readFile(file(TypeScript.name), 'utf8')).trimEnd()}\n\`\`\`\n`);
    for (const { name } of Object.values(others)) expect(page).toContain(`[${name}](receivers/${name})`);
  });

  test('has a valid test vector (§6.1)', () => {
    const value = (name: string) => new RegExp(`\\| ${name} \\| \`([^\`]+)\` \\|`).exec(page)?.[1] ?? '';
    const body = /without a line break:\n\n```json\n(.+)\n```/.exec(page)?.[1] ?? '';
    expect(JSON.parse(body).type).toBe('signup.created');
    const signed = `${value('`service-timestamp`')}.${body}`;
    expect(value('`service-signature`')).toBe(
      `v1=${createHmac('sha256', value('signing secret')).update(signed).digest('hex')}`,
    );
  });

  test('has a valid test vector of Standard Webhooks, and quotes the poller exactly (N2)', async () => {
    const [, secret = '', id, timestamp, signature] =
      /signing secret `whsec_([^`]+)`, the `webhook-id` `([^`]+)`, the `webhook-timestamp`\s`([^`]+)`[^`]+`webhook-signature` is `([^`]+)`/.exec(
        page,
      ) ?? [];
    const body = /without a line break:\n\n```json\n(.+)\n```/.exec(page)?.[1];
    const digest = createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${timestamp}.${body}`);
    expect(signature).toBe(`v1,${digest.digest('base64')}`);
    expect(page).toContain(`\n${(await readFile(file('poll.ts'), 'utf8')).trimEnd()}\n\`\`\`\n`);
  });
});

describe.each(Object.entries(receivers))('the receiver in %s', (_, { program, run }) => {
  const service = useService();
  let worker: TestWorker;
  let scratch: string;
  beforeAll(async () => {
    worker = openTestWorker(service);
    scratch = await mkdtemp(join(tmpdir(), 'waitlist-receiver-'));
  });
  afterAll(async () => {
    await worker.close();
    await rm(scratch, { recursive: true, force: true });
  });

  test.skipIf(!isInstalled(program))('takes what the service sends, and nothing else', async () => {
    const account = await service.account({ plan: 'launch' });
    const port = await quietPort();
    const url = `http://127.0.0.1:${port}/`;
    const made = await service.call('PUT', '/v1/integrations/webhook', account.key, {
      payload: { config: { url } },
    });
    const secret: string = made.json().signing_secret;
    const [command = '', ...args] = run(scratch, port);
    const receiver: ChildProcess = spawn(command, args, {
      env: { ...process.env, SIGNING_SECRET: secret, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    try {
      let printed = '';
      for (const stream of [receiver.stdout, receiver.stderr])
        stream?.on('data', (chunk) => (printed += chunk));
      await expect.poll(() => answers(port)).toBe(true);

      const waitlist = await service.waitlist(account);
      await service.signUp(account, waitlist, {
        email: 'ada@example.com',
        metadata: { note: 'ü 😀 "quoted"' },
      });
      await worker.fanOutAndDeliver();
      const log = await service.call('GET', '/v1/integrations/webhook/deliveries', account.key);
      expect(log.json()).toMatchObject([{ status: 'success', response_status: 204, error: null }]);
      await expect.poll(() => printed).toContain('signup.created ada@example.com');

      const body = '{"type":"signup.created","data":{"email":"eve@example.com"}}';
      const now = Math.floor(Date.now() / 1000);
      const post = async (timestamp: number | string, key: string, sent = body) => {
        const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
        const headers = { 'service-timestamp': String(timestamp), 'service-signature': `v1=${signature}` };
        return (await fetch(url, { method: 'POST', body: sent, headers })).status;
      };
      expect(await post(now, secret)).toBe(204);
      expect(await post(now, `${secret}x`)).toBe(401);
      expect(await post(now, secret, body.replace('eve', 'bob'))).toBe(401);
      expect(await post(now - 400, secret)).toBe(401);
      expect(await post(now + 400, secret)).toBe(401);
      expect(await post('soon', secret)).toBe(401);
      expect((await fetch(url, { method: 'POST', body })).status).toBe(401);
    } finally {
      receiver.kill('SIGKILL');
    }
  });
});

describe('the poller of docs/webhooks.md', () => {
  const service = useService();

  test('prints every event once, also over restarts (N2)', async () => {
    const worker = openTestWorker(service);
    const scratch = await mkdtemp(join(tmpdir(), 'waitlist-poller-'));
    const account = await service.account({ plan: 'launch' });
    const waitlist = await service.waitlist(account);
    const url = await service.app.listen({ port: 0, host: '127.0.0.1' });
    let printed = '';
    async function pollUntil(text: string): Promise<void> {
      const env = {
        ...process.env,
        WAITLIST_API_URL: url,
        WAITLIST_API_KEY: account.key,
        CURSOR_FILE: join(scratch, 'cursor.txt'),
      };
      const poller = endWithTests(
        spawn(process.execPath, ['--import', 'tsx', file('poll.ts')], {
          env,
          stdio: ['ignore', 'pipe', 'inherit'],
        }),
      );
      poller.stdout.on('data', (chunk) => {
        printed += chunk;
      });
      const cursor = () => readFile(join(scratch, 'cursor.txt'), 'utf8').catch(() => '');
      const before = await cursor();
      await expect.poll(() => printed.includes(text)).toBe(true);
      await expect.poll(async () => (await cursor()) !== before).toBe(true);
      poller.kill('SIGKILL');
      await once(poller, 'exit');
    }
    try {
      await service.call('GET', '/v1/events', account.key);
      for (const name of ['ada', 'bob']) {
        await service.signUp(account, waitlist, { email: `${name}@example.com` });
        await worker.fanOut();
        await pollUntil(`signup.created ${name}@example.com`);
      }
      expect(printed.match(/signup\.created \w+/g)).toEqual(['signup.created ada', 'signup.created bob']);
    } finally {
      await worker.close();
      await rm(scratch, { recursive: true, force: true });
    }
  });
});
