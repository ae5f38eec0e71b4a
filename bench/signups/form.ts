import { randomUUID } from 'node:crypto';
import { openWebContext } from '../../src/api/web-context.ts';
import { formKeyOf, signFormTime } from '../../src/shared/capabilities/forms/form-time.ts';
import { openForm } from '../../src/shared/capabilities/forms/open-form.ts';
import { submitForm } from '../../src/shared/capabilities/forms/submit-form.ts';
import { readConfig } from '../../src/shared/config.ts';
import { type Deployment, startDeployment } from '../../test/support/deployment/deployment.ts';
import { median, quantile } from '../../test/support/values/quantiles.ts';

const origin = 'https://site.example';
const rounds = 400;
const floodPosts = 10_000;
const floodCallers = 64;

/**
 * What is posted: an address that nobody has posted, one that is on the list, and one that was mailed its
 * link, too.
 */
const kinds = ['new', 'known', 'known and mailed'] as const;
type Kind = (typeof kinds)[number];

/** Compares the times of a form's answers for new and known addresses, and floods it with 10,000 posts. */
export async function form(): Promise<void> {
  const deployment = await startDeployment({ webs: 1, workers: 1 });
  try {
    const { key, waitlist } = await deployment.makeWaitlist();
    const id = await enableForm(deployment, key, waitlist);
    const ctx = openWebContext(readConfig({ ...deployment.env, LOG_LEVEL: 'silent' }));
    const formKey = formKeyOf(await ctx.linkSigner());
    const time = () => signFormTime(formKey, id, Date.now() - 10_000);
    const [url = ''] = deployment.urls;
    let addresses = 0;
    const post = async (email: string, from = `198.18.${(++addresses >> 8) & 255}.${addresses & 255}`) => {
      const started = performance.now();
      const answer = await fetch(`${url}/f/${id}`, {
        method: 'POST',
        body: new URLSearchParams({ email, _time: time() }),
        headers: { origin, accept: 'application/json', 'x-forwarded-for': from },
      });
      await answer.text();
      return { ms: performance.now() - started, status: answer.status };
    };
    const direct = async (email: string) => {
      const started = performance.now();
      const visitor = { ip: '198.51.100.7', userAgent: 'Mozilla/5.0' };
      await submitForm(ctx, await openForm(ctx, id), { email, _time: time() } as never, visitor);
      return { ms: performance.now() - started, status: 200 };
    };
    for (const [name, send] of Object.entries({ 'over HTTP': post, 'the work alone': direct })) {
      const times = await measure(send);
      console.log(`${name}: ${rounds} posts of each kind, in turn`);
      console.table(
        kinds.map((kind) => ({
          address: kind,
          'median ms': median(times[kind]).toFixed(2),
          'p99 ms': quantile(times[kind], 0.99).toFixed(2),
        })),
      );
    }
    await ctx.close();
    await flood(post, async () => {
      const answer = await fetch(`${url}/v1/account`, { headers: { authorization: `Bearer ${key}` } });
      const count = (header: string) => Number(answer.headers.get(header));
      return count('ratelimit-limit') - count('ratelimit-remaining');
    });
  } finally {
    await deployment.close();
  }
}

async function enableForm({ urls: [url] }: Deployment, key: string, waitlist: string): Promise<string> {
  const answer = await fetch(`${url}/v1/waitlists/${waitlist}/settings`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      abuse: { mode: 'enforce' },
      links: { status_page: true },
      form: { enabled: true, origins: [origin] },
    }),
  });
  const { form } = (await answer.json()) as { form: { id: string } };
  return form.id;
}

type Send = (email: string) => Promise<{ ms: number; status: number }>;

async function measure(send: Send): Promise<Record<Kind, number[]>> {
  const times: Record<Kind, number[]> = { new: [], known: [], 'known and mailed': [] };
  for (let round = -20; round < rounds; round++) {
    const email = `${randomUUID()}@example.com`;
    for (const kind of kinds) {
      const { ms, status } = await send(email); // the first is new, the second is mailed, the third no more
      if (status !== 200) throw new Error(`A post was answered ${status}`);
      if (round >= 0) times[kind].push(ms);
    }
  }
  return times;
}

async function flood(
  post: (email: string, from: string) => Promise<{ ms: number; status: number }>,
  used: () => Promise<number>,
): Promise<void> {
  const statuses = new Map<number, number>();
  let left = floodPosts;
  const started = performance.now();
  const run = async () => {
    while (left-- > 0) {
      const { status } = await post(`${randomUUID()}@example.com`, `203.0.113.${left % 100}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: floodCallers }, run));
  const seconds = (performance.now() - started) / 1_000;
  console.log(`a flood of ${floodPosts} posts from 100 addresses took ${seconds.toFixed(1)} s`);
  console.table([{ ...Object.fromEntries(statuses), 'requests used of the API’s budget': await used() }]);
}
