/**
 * Loaded into a process with `--import`: appends each stretch of more than 20 ms in which the event loop did
 * nothing else to the file LOOP_LOG, as a line with its end (ms since 1970) and its length in ms. Lengths are
 * the CPU time of the main thread, so other processes do not count, and without the share of the time in
 * which the garbage collector ran: no work of ours could give way then.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { PerformanceObserver, performance } from 'node:perf_hooks';

const file = `${process.env.LOOP_LOG}`;
const everyMs = 2;
const longMs = 20;
/** Until the observer has been told of a pause. */
const toldAfterMs = 100;
const pausesKept = 200;

/** The first number of schedstat: nanoseconds on a CPU, of the main thread. */
const cpuMs = () => Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6;

/** The last pauses of the garbage collector. */
let pauses = [];
new PerformanceObserver((list) => {
  const told = list.getEntries().map(({ startTime, duration }) => [startTime, startTime + duration]);
  pauses = [...pauses, ...told].slice(-pausesKept);
}).observe({ entryTypes: ['gc'] });

/** The share of a time in which the garbage collector did not run. */
function shareOfOthers(from, to) {
  const paused = pauses.map(([start, end]) => Math.max(0, Math.min(end, to) - Math.max(start, from)));
  return Math.max(0, 1 - paused.reduce((sum, ms) => sum + ms, 0) / (to - from));
}

let last = { cpu: cpuMs(), at: performance.now() };
setInterval(() => {
  const now = { cpu: cpuMs(), at: performance.now() };
  const [{ at: from }, date, spent] = [last, Date.now(), now.cpu - last.cpu];
  last = now;
  if (spent <= longMs) return;
  setTimeout(() => {
    const length = spent * shareOfOthers(from, now.at);
    if (length > longMs) appendFileSync(file, `${date} ${length.toFixed(1)}\n`);
  }, toldAfterMs).unref();
}, everyMs).unref();
