import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Service } from '../service/service.ts';

/** The same service for a visitor whose requests go to whichever process has the URL now. */
export function overSocket(service: Service, url: () => string): Service {
  const inject = async ({ method = 'GET', url: path, headers, payload }: InjectOptions) => {
    const answer = await fetch(url() + String(path), {
      method,
      headers: headers as Record<string, string>,
      ...(payload !== undefined && { body: String(payload) }),
      redirect: 'manual',
    });
    const body = await answer.text();
    return {
      statusCode: answer.status,
      headers: Object.fromEntries(answer.headers),
      body,
      json: () => JSON.parse(body),
      cookies: answer.headers.getSetCookie().map(readCookie),
    };
  };
  return { ...service, app: { inject } as unknown as FastifyInstance };
}

function readCookie(text: string) {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
  return { name, value: decodeURIComponent(value), ...(/max-age=0/i.test(text) && { maxAge: 0 }) };
}
