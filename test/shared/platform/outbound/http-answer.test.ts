import { describe, expect, test } from 'vitest';
import { retryAfterSeconds, unansweredOnce } from '../../../../src/shared/mail/providers/send-result.ts';
import {
  describeAnswer,
  isRetryable,
  readJson,
} from '../../../../src/shared/platform/outbound/http-answer.ts';

const now = Date.UTC(2026, 0, 1);

function answer(status: number, headers: Record<string, string> = {}, body = '') {
  return { status, headers, body };
}

describe('an answer of a provider', () => {
  test.each([
    ['0', 0],
    ['30', 30],
    ['0.35', 1],
    ['Thu, 01 Jan 2026 00:01:30 GMT', 90],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['soon 1', undefined],
    ['-5', undefined],
    ['', undefined],
    ['1e9', undefined],
  ])('with Retry-After %j asks for %j seconds (C6.6)', (value, seconds) => {
    expect(retryAfterSeconds(answer(429, { 'retry-after': value }), now)).toBe(seconds);
  });

  test.each([
    ['{"id":4323372036854775807}', { id: '4323372036854775807' }],
    ['[-1234567890123456,"1234567890123456"]', ['-1234567890123456', '1234567890123456']],
    [
      '{"a":"x\\",1234567890123456","b":1234567890123456}',
      { a: 'x",1234567890123456', b: '1234567890123456' },
    ],
    ['[1767225600.1234567890123456,1e20,123456789012345]', [1767225600.1234567, 1e20, 123456789012345]],
    ['{"1234567890123456":1}', { '1234567890123456': 1 }],
    ['1234567890123456', '1234567890123456'],
    ['{"id":1234567890123456', undefined],
    ['<html>', undefined],
  ])('%s is read as %j, with the last digit of each id', (body, value) => {
    expect(readJson(answer(200, {}, body))).toEqual(value);
  });

  test('without Retry-After asks for no wait (C6.6)', () => {
    expect(retryAfterSeconds(answer(429), now)).toBeUndefined();
  });

  test('of 408, 425, 429 or 5xx may be better later (C6.6)', () => {
    const all = Array.from({ length: 500 }, (_, index) => index + 100);
    expect(all.filter((status) => isRetryable(status) && status < 500)).toEqual([408, 425, 429]);
    expect(all.filter((status) => isRetryable(status) && status >= 500)).toHaveLength(100);
  });

  test('is read as JSON only where it is JSON', () => {
    expect(readJson(answer(200, {}, '{"id":1}'))).toEqual({ id: 1 });
    for (const body of ['', '<html></html>', 'local_rate_limited', '{"id":']) {
      expect(readJson(answer(200, {}, body))).toBeUndefined();
    }
  });

  test('has no addresses, secrets, line breaks or more than 200 characters of it (C6.6)', () => {
    const describeMessage = (message: unknown) => describeAnswer('Acme', answer(422), message, ['sk-1', '']);
    expect(describeMessage("No such mailbox: <o'brien+x@example.com>, key sk-1\r\n\u0000now")).toBe(
      'Acme answered 422: No such mailbox: <(address)>, key (secret) now.',
    );
    expect(describeMessage('ada%40example.com is unknown!')).toBe('Acme answered 422: (address) is unknown!');
    expect(describeMessage(undefined)).toBe('Acme answered 422.');
    expect(describeMessage({ a: 1 })).toBe('Acme answered 422.');
    expect(describeMessage('x'.repeat(500))).toHaveLength('Acme answered 422: '.length + 200);
    expect(describeMessage(`${'x '.repeat(99)}ada@example.com`)).not.toContain('ada');
    expect(describeMessage('not \ud800 whole 😀')).toBe('Acme answered 422: not \ufffd whole 😀.');
    expect(describeMessage('😀'.repeat(300))).toBe(`Acme answered 422: ${'😀'.repeat(199)}…`);
  });

  test.each([
    ['as it is', (key: string) => key],
    ['in a URL', (key: string) => encodeURIComponent(key)],
    ['within JSON', (key: string) => JSON.stringify({ key })],
    ['in basic authentication', (key: string) => Buffer.from(`api:${key}`).toString('base64')],
    [
      'in basic authentication, within a URL',
      (key: string) => `?a=${encodeURIComponent(btoa(`a:${key}:b`))}`,
    ],
    ['behind two other bytes', (key: string) => btoa(`ab${key}`)],
  ])('has no secret that it repeats %s', (_, repeat) => {
    const key = 'k"ey/0123456789';
    const described = describeAnswer('Acme', answer(401), `Bad header ${repeat(key)} in it`, [key]);
    expect(described).toMatch(/^Acme answered 401: Bad header .*\(secret\).* in it\.$/);
    expect(described).not.toContain(btoa(key).slice(4, 12));
    expect(described).not.toContain('0123456789');
  });
});

describe('a request without an answer that must not be repeated', () => {
  const failed = (fields: object) => Object.assign(new Error('x'), fields);

  test.each([
    { code: 'ECONNREFUSED', syscall: 'connect' },
    { code: 'ENOTFOUND', syscall: 'connect' },
    { code: 'ETIMEDOUT', syscall: 'connect' },
    { code: 'CERT_HAS_EXPIRED', syscall: 'connect' },
    { name: 'AddressRefused' },
  ])('is repeated after %j, before which nothing was sent (C6.5)', (fields) => {
    const { code = 'AddressRefused' } = fields;
    expect(unansweredOnce('Acme', failed(fields))).toEqual({
      outcome: 'unavailable',
      error: `Acme gave no answer (${code}).`,
    });
  });

  test.each([
    { code: 'ECONNRESET', syscall: 'read' },
    { code: 'EPIPE', syscall: 'write' },
    { code: 'ETIMEDOUT' },
    { code: 'UND_ERR_SOCKET' },
    { name: 'TimeoutError' },
    {},
  ])('is not repeated after %j (C6.5)', (fields) => {
    const error = failed(fields);
    expect(() => unansweredOnce('Acme', error)).toThrow(error);
  });
});
