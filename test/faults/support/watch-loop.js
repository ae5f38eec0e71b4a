/**
 * Loaded into a process with `--import`: appends each stretch of more than 20 ms in which the event loop did
 * nothing else to the file LOOP_LOG, as a line with its end (ms since 1970) and its length in ms. Lengths are
 * the CPU time of the main thread, so other processes do not count.
 */
import { appendFileSync, readFileSync } from 'node:fs';

const file = `${process.env.LOOP_LOG}`;
const everyMs = 2;
const longMs = 20;

/** The first number of schedstat: nanoseconds on a CPU, of the main thread. */
const cpuMs = () => Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6;

let last = cpuMs();
setInterval(() => {
  const now = cpuMs();
  if (now - last > longMs) appendFileSync(file, `${Date.now()} ${(now - last).toFixed(1)}\n`);
  last = now;
}, everyMs).unref();
