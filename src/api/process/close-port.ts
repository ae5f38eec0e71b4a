import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as Port } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What a process of several asks the main process, which has their port. */
type Question = 'are any waiting' | 'stop sending';

/** A proxy hardly sends a request in so short a time, and asks another process if it has not sent it. */
const shortTurnMs = 0.1;
/** A busy process has no such turns: for each second of waiting they may take so much longer. */
const longerTurnMs = 1;
/** What the main process looks for such turns at most, before it answers. */
const longestAnswerMs = 3_000;
/** Short turns of the main process in which it sends what waits; it does not see what it accepts. */
const emptyTurns = 3;

/**
 * Accepts no more connections, and resets none: the kernel would reset those that it has accepted and the
 * process has not. Requests still run, and idle connections stay. After `longestMs` in any case: where more
 * connections arrive than the process can accept. One of several resolves when its requests are answered.
 */
export async function closePort(server: Server, longestMs: number): Promise<void> {
  let isAccepting = false;
  server.on('connection', () => {
    isAccepting = true;
  });
  /** Whether none was accepted since the last call. */
  const hadNone = () => {
    const hadOne = isAccepting;
    isAccepting = false;
    return !hadOne;
  };
  if (!cluster.isWorker) {
    await awaitShortTurns(1, longestMs, hadNone);
    // An HTTP server closes idle connections first, which takes a millisecond. The caller does that.
    Port.prototype.close.call(server);
    return;
  }
  const deadline = performance.now() + longestMs;
  do await ask('are any waiting', 'message');
  while (!hadNone() && performance.now() < deadline);
  await ask('stop sending', 'disconnect');
}

async function ask(question: Question, reply: 'message' | 'disconnect'): Promise<void> {
  const replied = once(process, reply);
  process.send?.(question);
  await replied;
}

/**
 * Lets a process of several close its port. What waits in the queue, or for the process, is sent to it before
 * an answer: whoever has had nothing between question and answer has all. The port is closed with the last.
 */
export function answerLeaving(child: Worker): void {
  child.on('message', async (question: Question) => {
    await awaitShortTurns(emptyTurns, longestAnswerMs);
    if (question === 'stop sending') child.disconnect();
    else if (child.isConnected()) child.send('none');
  });
}

/**
 * Resolves behind so many turns of the event loop in a row that were too short for a connection to arrive in,
 * and had none; each accepts one. After `longestMs` in any case.
 */
async function awaitShortTurns(turns: number, longestMs: number, hadNone = () => true): Promise<void> {
  const began = performance.now();
  let turnBegan = began;
  for (let short = 0; short < turns && turnBegan < began + longestMs; ) {
    await nextTurn();
    const now = performance.now();
    const allowedMs = shortTurnMs + (longerTurnMs * (now - began)) / 1_000;
    short = hadNone() && now - turnBegan <= allowedMs ? short + 1 : 0;
    turnBegan = now;
  }
}
