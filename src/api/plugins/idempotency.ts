import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../shared/platform/errors.ts';
import {
  beginAttempt,
  bodyMacOf,
  hashBody,
  type KeptAnswer,
} from '../../shared/platform/idempotency/begin-attempt.ts';
import { type KeepAnswer, keepAnswer } from '../../shared/platform/idempotency/keep-answer.ts';
import { type Attempt, endAttempt } from '../../shared/platform/idempotency/queries.ts';
import type { Tx } from '../../shared/platform/postgres/connection.ts';
import { statement } from '../../shared/platform/postgres/transaction.ts';
import { withTimeout } from '../../shared/platform/process/with-timeout.ts';
import { hashKeyOf } from '../../shared/platform/secrets/keyed-hash.ts';
import { pathOf } from '../request-path.ts';
import type { WebContext } from '../web-context.ts';
import { timeLimitOf } from './time-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether the route takes an `Idempotency-Key` (N1). A secret that an answer shows once is null in the
     * answer to a repeat: `shownOnce` names such properties. Lists of people are empty: `emptied` names them.
     */
    idempotent?: true | { readonly shownOnce?: readonly string[]; readonly emptied?: readonly string[] };
  }
  interface FastifyRequest {
    idempotencyKey: string | undefined;
    /** SHA-256 of the body, which is not kept; only with a key. */
    bodyHash: Buffer | undefined;
    /** Only with a key, from the body's validation on. */
    attempt: Attempt | undefined;
    /** Whether the operation has stored the answer in its own transaction. */
    isAnswerKept: boolean;
  }
}

/** An attempt that has not answered by then has died: its request has been answered with 503 before. */
const leaseMarginMs = 500;
/** An answer waits no longer until its key has it, or is free. Both happen later then. */
const storeTimeoutMs = 500;

/**
 * Lets routes with `idempotent` give the same answer to a repeated request (N1). The guard comes before: 401,
 * 403, 404 for the path and 429 are decided for each request. The answer is stored by the operation, in the
 * transaction of its effect (`keeperFor`), or else here before it is sent. 429 and 5xx are not stored.
 */
export function answerOnce(app: FastifyInstance, ctx: WebContext): void {
  app.decorateRequest('idempotencyKey');
  app.decorateRequest('bodyHash');
  app.decorateRequest('attempt');
  app.decorateRequest('isAnswerKept', false);

  /** Resolves soon, whatever happens: without Postgres the key stays locked until its lease ends. */
  const write = ({ log }: FastifyRequest, query: (tx: Tx) => Promise<void>) =>
    withTimeout(storeTimeoutMs, 'Postgres', statement(ctx.sql, query)).catch((err: unknown) =>
      log.warn({ err }, 'an idempotency key was not written'),
    );

  async function begin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const { idempotencyKey: key, bodyHash = hashBody(''), caller, method } = request;
    if (key === undefined) return undefined;
    const { accountId } = caller;
    const hashKey = hashKeyOf(await ctx.linkSigner());
    const bodyMac = bodyMacOf(hashKey, accountId, bodyHash);
    const keyed = { accountId, method, path: pathOf(request), key, bodyMac };
    const begun = await beginAttempt(ctx.sql, keyed, timeLimitOf(request) + leaseMarginMs);
    if ('attempt' in begun) {
      if (request.isTimedOut) void write(request, (tx) => endAttempt(tx, begun.attempt));
      else request.attempt = begun.attempt;
      return undefined;
    }
    const { status, body } = begun.answer;
    reply.code(status).header('idempotent-replayed', 'true');
    if (body !== null) reply.type('application/json; charset=utf-8');
    return reply.send(body ?? undefined);
  }

  async function end(
    request: FastifyRequest,
    { statusCode }: FastifyReply,
    payload: unknown,
  ): Promise<unknown> {
    const { attempt, isAnswerKept, isTimedOut } = request;
    if (!attempt) return payload;
    if (statusCode === 429 || statusCode >= 500) {
      const ending = write(request, (tx) => endAttempt(tx, attempt));
      // The operation may still be running, and its answer must not come between.
      if (!isTimedOut) await ending;
    } else if (!isAnswerKept) {
      const answer = toKept(request, statusCode, payload);
      await write(request, (tx) => keepAnswer(tx, attempt, answer));
    }
    return payload;
  }

  app.addHook('onRoute', (route) => {
    if (!route.config?.idempotent) return;
    route.onRequest = [route.onRequest ?? [], readKey].flat();
    route.preValidation = [begin, route.preValidation ?? []].flat();
    route.onSend = [route.onSend ?? [], end].flat();
  });
}

/** @throws AppError invalid_request */
async function readKey(request: FastifyRequest): Promise<void> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return;
  if (!/^[\x20-\x7e]{1,255}$/.test(`${key}`))
    throw new AppError('invalid_request', 'Idempotency-Key: must be 1 to 255 printable ASCII characters');
  request.idempotencyKey = `${key}`;
}

/**
 * Stores the answer to a request in the transaction that has its effect, with the status that the reply has
 * now; undefined without an idempotency key.
 */
export function keeperFor<Result>(
  request: Pick<FastifyRequest, 'attempt' | 'isAnswerKept' | 'routeOptions'>,
  reply: Pick<FastifyReply, 'serialize' | 'statusCode'>,
): KeepAnswer<Result> | undefined {
  const { attempt } = request;
  if (!attempt) return undefined;
  return async (tx, result) => {
    await keepAnswer(tx, attempt, toKept(request, reply.statusCode, reply.serialize(result)));
    request.isAnswerKept = true;
  };
}

/** The answer as it is given to a repeat: without secrets that are shown once, and without people. */
function toKept(
  { routeOptions }: Pick<FastifyRequest, 'routeOptions'>,
  status: number,
  payload: unknown,
): KeptAnswer {
  if (payload === undefined || payload === null || payload === '') return { status, body: null };
  if (typeof payload !== 'string') throw new Error('Only JSON can be kept for an idempotency key');
  const { idempotent } = routeOptions.config;
  if (typeof idempotent !== 'object' || status >= 400) return { status, body: payload };
  const { shownOnce = [], emptied = [] } = idempotent;
  const hidden = Object.fromEntries(shownOnce.map((name) => [name, null]));
  const lists = Object.fromEntries(emptied.map((name) => [name, []]));
  return { status, body: JSON.stringify({ ...JSON.parse(payload), ...hidden, ...lists }) };
}
