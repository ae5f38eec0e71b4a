import type { z } from 'zod';
import { AppError } from '../../../platform/errors.ts';
import { askJson } from '../../../platform/outbound/ask-json.ts';
import { checkedAnswer, describeAnswer, readJson } from '../../../platform/outbound/http-answer.ts';
import type { SafeFetch, SafeResponse } from '../../../platform/outbound/safe-fetch.ts';
import { exchange } from './attempt.ts';
import type { Attempt } from './provider.ts';

/** A service that an account has a key for. */
interface Service {
  /** Its name in error messages. */
  readonly name: string;
  /** Scheme, host and everything before the version in the path, without a slash at the end. */
  readonly url: string;
  /** Headers of every request, the key among them. */
  readonly headers: Readonly<Record<string, string>>;
  /** What error messages must not repeat. */
  readonly secrets: readonly string[];
  /** The message of a refusal, from its body as JSON; undefined if there is none. */
  messageIn(body: unknown): string | undefined;
}

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Begins with the version. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
}

/** One of a delivery's requests: its outcome, and the answer as JSON for the next one. */
export interface Step {
  readonly attempt: Attempt;
  readonly body: unknown;
}

/** The JSON API of a service, with the key of one account. */
export interface ServiceApi {
  /**
   * For verifying: the answer in this shape. A refusal, or an answer of another shape, is reported as the
   * `problem` with the service's message.
   * @throws AppError invalid_request, also if the service cannot tell whether the settings work
   */
  check<Shape extends z.ZodType>(call: Call, shape: Shape, problem: string): Promise<z.infer<Shape>>;
  /**
   * The same for what must exist afterwards: a refusal whose message matches `taken` means that it exists
   * already.
   */
  ensure(call: Call, shape: z.ZodType, problem: string, taken: RegExp): Promise<void>;
  /**
   * For a delivery, which may take several requests. The error begins with what this one was `doing`. Never
   * rejects.
   */
  step(doing: string, call: Call): Promise<Step>;
}

export function openServiceApi(service: Service, fetch: SafeFetch): ServiceApi {
  const ask = ({ method, path, headers, body }: Call) =>
    askJson({ fetch }, `${service.url}${path}`, {
      method,
      headers: { accept: 'application/json', ...service.headers, ...headers },
      body,
    });
  const describe = (response: SafeResponse) =>
    describeAnswer(service.name, response, service.messageIn(readJson(response)), service.secrets);

  const refuse = (problem: string, response: SafeResponse): never => {
    throw new AppError('invalid_request', `${problem} ${describe(response)}`);
  };

  return {
    async check(call, shape, problem) {
      const response = await checkedAnswer(service.name, () => ask(call));
      const { data, success } = shape.safeParse(readJson(response));
      return success && isAccepted(response) ? data : refuse(problem, response);
    },

    async ensure(call, shape, problem, taken) {
      const response = await checkedAnswer(service.name, () => ask(call));
      const body = readJson(response);
      const isMade = isAccepted(response) && shape.safeParse(body).success;
      const isTaken = [409, 422].includes(response.status) && taken.test(service.messageIn(body) ?? '');
      if (!isMade && !isTaken) refuse(problem, response);
    },

    async step(doing, call) {
      const { attempt, response } = await exchange(service.name, () => ask(call), describe);
      return {
        attempt: attempt.error === null ? attempt : { ...attempt, error: `${doing}: ${attempt.error}` },
        body: response && readJson(response),
      };
    },
  };
}

function isAccepted({ status }: SafeResponse): boolean {
  return status >= 200 && status <= 299;
}

/** Whether the delivery can go on. */
export function hasSucceeded({ status }: Attempt): boolean {
  return status === 'success';
}

/** Takes this status for a success: there is nothing left to do. */
export function succeedAt(attempt: Attempt, status: number): Attempt {
  return attempt.response_status === status ? { ...attempt, status: 'success', error: null } : attempt;
}

/** For a success whose body lacks what the next request needs. */
export function unexpectedAnswer(doing: string, attempt: Attempt): Attempt {
  return {
    ...attempt,
    status: 'failed',
    error: `${doing}: the answer, ${attempt.response_status}, was not of the form that was expected.`,
  };
}

/** Of two attempts, the one for the record: the first that failed (C7.4). */
export function firstFailed(main: Attempt, other: Attempt): Attempt {
  return hasSucceeded(main) && !hasSucceeded(other) ? other : main;
}
