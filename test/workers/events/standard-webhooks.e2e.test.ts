import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyWebhook } from '../../../src/client/index.ts';
import { type FakeProvider, startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { hookCalls } from './hooked.ts';

/** A request as a library gets it. */
interface Signed {
  readonly secret: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Whether an official library accepts a request. It installs the library, and throws if that is not possible
 * here.
 */
type Verify = (signed: Signed, scratch: string) => Promise<boolean>;

const javascript: Verify = async ({ secret, body, headers }) => {
  const { Webhook } = createRequire(import.meta.url)('standardwebhooks');
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

const pythonProgram = `
import json, sys
from standardwebhooks.webhooks import Webhook
given = json.load(sys.stdin)
try:
    Webhook(given["secret"]).verify(given["body"], given["headers"])
    print("accepted")
except Exception as error:
    print("refused", error)
`;
const python: Verify = async (signed, scratch) => {
  const libraries = join(scratch, 'python');
  if (!existsSync(libraries)) {
    const install = ['-m', 'pip', 'install', '--quiet', '--target', libraries, 'standardwebhooks'];
    execFileSync('python3', install, { stdio: 'ignore', timeout: 60_000 });
  }
  return run('python3', ['-c', pythonProgram], signed, libraries).startsWith('accepted');
};

const goProgram = `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	var given struct {
		Secret, Body string
		Headers      map[string]string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		panic(err)
	}
	header := http.Header{}
	for name, value := range given.Headers {
		header.Set(name, value)
	}
	webhook, err := standardwebhooks.NewWebhook(given.Secret)
	if err == nil {
		err = webhook.Verify([]byte(given.Body), header)
	}
	if err != nil {
		fmt.Println("refused", err)
		return
	}
	fmt.Println("accepted")
}
`;
const go: Verify = async (signed, scratch) => {
  await writeFile(join(scratch, 'main.go'), goProgram);
  await writeFile(join(scratch, 'go.mod'), 'module conformance\n\ngo 1.21\n');
  execFileSync('go', ['mod', 'tidy'], { cwd: scratch, stdio: 'ignore', timeout: 60_000 });
  return run('go', ['run', '.'], signed, scratch).startsWith('accepted');
};

function run(program: string, args: string[], signed: Signed, cwd?: string): string {
  return execFileSync(program, args, { input: JSON.stringify(signed), encoding: 'utf8', stdio: 'pipe', cwd });
}

const libraries: Readonly<Record<string, Verify>> = { JavaScript: javascript, Python: python, Go: go };

describe('the libraries of Standard Webhooks (N2)', () => {
  const service = useService();
  let receiver: FakeProvider;
  let worker: TestWorker;
  let scratch: string;
  const { hooked, post, signUp } = hookCalls(service, () => receiver);
  beforeAll(async () => {
    receiver = await startFakeProvider(() => ({ status: 200 }));
    worker = openTestWorker(service);
    scratch = await mkdtemp(join(tmpdir(), 'waitlist-libraries-'));
  });

  /** Signs requests now: before a rotation, and during its overlap with the new and with the old secret. */
  async function sign(): Promise<[Signed, ...Signed[]]> {
    const requests: Signed[] = [];
    const hook = await hooked();
    const deliver = async (name: string, secrets: readonly string[]) => {
      await signUp(hook, name, { metadata: { note: 'ü 😀 "quoted"' } });
      await worker.fanOutAndDeliver();
      const request = receiver.requests.at(-1);
      const headers = Object.entries(request?.headers ?? {}).filter(([key]) => key.startsWith('webhook-'));
      for (const secret of secrets)
        requests.push({ secret, body: request?.body ?? '', headers: Object.fromEntries(headers) as never });
    };
    await deliver('before', [hook.secret]);
    const rotated = (await post(hook.account, 'rotate-secret', { overlap_hours: 1 })).json();
    await deliver('during', [hook.secret, rotated.signing_secret]);
    const [first, ...others] = requests;
    if (!first) throw new Error('nothing was delivered');
    return [first, ...others];
  }
  afterAll(async () => {
    await worker.close();
    await receiver.close();
    await rm(scratch, { recursive: true, force: true });
  });

  for (const [name, verify] of Object.entries(libraries))
    test(`in ${name} take what the service signs, and nothing else`, async (context) => {
      try {
        await verify((await sign())[0], scratch); // which takes minutes, and signatures are valid for five
      } catch (error) {
        context.skip(`the library cannot be installed here: ${String(error).slice(0, 80)}`);
      }
      const requests = await sign();
      const [first] = requests;
      for (const request of requests) expect(await verify(request, scratch)).toBe(true);
      expect(await verify({ ...first, body: first.body.replace('before', 'after') }, scratch)).toBe(false);
      const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
      expect(await verify({ ...first, secret: other }, scratch)).toBe(false);
    });

  test('and the client take the same', async () => {
    const requests = await sign();
    for (const { secret, body, headers } of requests)
      expect(await verifyWebhook(headers, body, secret)).toEqual(JSON.parse(body));
    const [first] = requests;
    await expect(verifyWebhook(first.headers, 'other', first.secret)).rejects.toThrow(
      'The signature does not match',
    );
  });
});
