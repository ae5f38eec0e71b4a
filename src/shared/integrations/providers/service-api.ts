import type { z } from 'zod';
import { AppError } from '../../errors.ts';
import { checkedAnswer, describeAnswer, readJson } from '../../outbound/http-answer.ts';
import type { SafeFetch, SafeResponse } from '../../outbound/safe-fetch.ts';
import { exchange } from './attempt.ts';
import type { Attempt } from './provider.ts';

/** A service that an account has a key for, and how it is asked. */
interface Service {
  /** How sentences call it. */
  readonly name: string;
  /** Scheme, host and all else before the version in the path; without a slash at the end. */
  readonly url: string;
  /** What every request says; the key among it. */
  readonly headers: Readonly<Record<string, string>>;
  /** What its words must not repeat. */
  readonly secrets: readonly string[];
  /** The words of a refusal, from the body as JSON; undefined where there are none. */
  wordsOf(body: unknown): string | undefined;
}

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With the version. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Goes out as JSON. */
  readonly body?: object;
}

/** One of the requests that a delivery takes: what came of it, and the answer as JSON for what is asked next. */
export interface Step {
  readonly attempt: Attempt;
  readonly body: unknown;
}

/** A service's API of JSON under one account's key. */
export interface ServiceApi {
  /**
   * For a check: what is answered, in this shape. A refusal, or what has another shape, is told as the `problem`, and the
   * service's words. @throws AppError invalid_request, also where the service does not say whether the settings work
   */
  check<Shape extends z.ZodType>(call: Call, shape: Shape, problem: string): Promise<z.infer<Shape>>;
  /** The same for what is to be there afterwards: a refusal whose words say that it is there already (`taken`) is fine too. */
  ensure(call: Call, shape: z.ZodType, problem: string, taken: RegExp): Promise<void>;
  /** For a delivery, which may take several; the error says which one it was by what it is `doing`. Never rejects. */
  step(doing: string, call: Call): Promise<Step>;
}

export function openServiceApi(service: Service, fetch: SafeFetch): ServiceApi {
  const ask = ({ method, path, headers, body }: Call) =>
    fetch(`${service.url}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...service.headers,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const describe = (response: SafeResponse) =>
    describeAnswer(service.name, response, service.wordsOf(readJson(response)), service.secrets);

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
      const isTaken = [409, 422].includes(response.status) && taken.test(service.wordsOf(body) ?? '');
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

/** Whether the delivery can go on from here. */
export function isDone({ status }: Attempt): boolean {
  return status === 'success';
}

/** A refusal that says that there is nothing left to do. */
export function doneAlso(attempt: Attempt, status: number): Attempt {
  return attempt.response_status === status ? { ...attempt, status: 'success', error: null } : attempt;
}

/** A success whose body does not hold what is needed next. */
export function unreadable(doing: string, attempt: Attempt): Attempt {
  return {
    ...attempt,
    status: 'failed',
    error: `${doing}: the answer, ${attempt.response_status}, was not of the form that was expected.`,
  };
}

/** What the record of two calls holds (C7.4). */
export function firstFailed(main: Attempt, other: Attempt): Attempt {
  return isDone(main) && !isDone(other) ? other : main;
}
