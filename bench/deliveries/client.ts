/**
 * A bare HTTP client that sends the body of an event again and again, over kept connections or over one
 * connection per request.
 */
import { Client, Pool } from 'undici';

const [url = '', requests = '0', concurrency = '1', connections] = process.argv.slice(2);
const body = JSON.stringify({
  type: 'signup.created',
  data: {
    id: '01a1fc3c-1c88-7d48-92ac-aca8d1d63ca9',
    waitlist_id: '01a1fc3b-bafc-70b4-85ef-2f937a702a69',
    waitlist_name: 'Beta',
    email: 'person1234@example.com',
    position: 1234,
    total: 1234,
    referral_code: 'tebsg3f0jp',
    referred_by: null,
    utm_source: 'source-1',
    metadata: { campaign: 'autumn, "early"' },
    created_at: '2026-11-21T03:52:40.343Z',
  },
});

const { origin } = new URL(url);
const pool = new Pool(origin, { connections: Number(concurrency) });
let left = Number(requests);
async function sendAll(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const client = connections === 'kept' ? pool : new Client(origin, { pipelining: 0 });
    const answer = await client.request({
      method: 'POST',
      path: '/',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await answer.body.dump();
    if (client !== pool) client.destroy().catch(() => {});
  }
}
await Promise.all(Array.from({ length: Number(concurrency) }, sendAll));
process.send?.('done');
await pool.close();
process.disconnect?.();
