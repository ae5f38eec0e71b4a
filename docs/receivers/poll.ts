import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const { WAITLIST_API_URL, WAITLIST_API_KEY, CURSOR_FILE = 'cursor.txt' } = process.env;
let cursor = existsSync(CURSOR_FILE) ? readFileSync(CURSOR_FILE, 'utf8') : '';

for (;;) {
  const query = new URLSearchParams({ limit: '200', ...(cursor && { after: cursor }) });
  const response = await fetch(`${WAITLIST_API_URL}/v1/events?${query}`, {
    headers: { authorization: `Bearer ${WAITLIST_API_KEY}` },
  });
  if (!response.ok) {
    await sleep(1_000 * Number(response.headers.get('retry-after') ?? 10));
    continue;
  }
  const page = await response.json();
  for (const event of page.data) console.log(event.id, event.type, event.data.email); // handle it here
  // Only now: after a crash the page comes again, and none is left out.
  cursor = page.next_cursor;
  writeFileSync(`${CURSOR_FILE}.new`, cursor);
  renameSync(`${CURSOR_FILE}.new`, CURSOR_FILE);
  if (!page.has_more) await sleep(5_000);
}
