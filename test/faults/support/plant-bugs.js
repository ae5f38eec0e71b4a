/**
 * Loaded into a web process with `--import`: requests whose query has `plant=NAME` also do what they must
 * not.
 */
import { subscribe } from 'node:diagnostics_channel';
import postgres from 'postgres';

const sql = postgres(`${process.env.DATABASE_URL}`, { max: 1 });

function block(ms) {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

function repeat(times, everyMs, run) {
  let left = times;
  const timer = setInterval(() => {
    run();
    left -= 1;
    if (left === 0) clearInterval(timer);
  }, everyMs);
}

const bugs = {
  /** One stretch that is too long. */
  block: () => block(90),
  /** A loop of queries that nobody stops. */
  queries: () => repeat(150, 20, () => sql`SELECT 'planted', pg_sleep(0.015)`.catch(() => {})),
  /** Work in short slices that goes on after the caller has left. */
  slices: () => repeat(400, 10, () => block(6)),
};

subscribe('http.server.request.start', ({ request }) => {
  bugs[/[?&]plant=(\w+)/.exec(request.url)?.[1]]?.();
});
