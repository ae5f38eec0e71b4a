import { checkedAnswer } from './http-answer.ts';
import type { HttpClient } from './http-client.ts';
import type { SafeRequest, SafeResponse } from './safe-fetch.ts';

/** A request whose body, if it has one, is sent as JSON. Its method is `POST` then by default, else `GET`. */
interface JsonRequest extends Omit<SafeRequest, 'method' | 'body'> {
  readonly method?: SafeRequest['method'];
  readonly body?: object | undefined;
}

/** Asks an API that speaks JSON. */
export function askJson(
  { fetch }: Pick<HttpClient, 'fetch'>,
  url: string,
  { body, method = body ? 'POST' : 'GET', headers, ...others }: JsonRequest,
): Promise<SafeResponse> {
  return fetch(url, {
    ...others,
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Asks it for what shows whether a credential works. @throws AppError as `checkedAnswer` */
export function checkByJson(provider: string, ...asked: Parameters<typeof askJson>): Promise<SafeResponse> {
  return checkedAnswer(provider, () => askJson(...asked));
}
