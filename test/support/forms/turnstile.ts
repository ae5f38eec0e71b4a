import { type FakeProvider, readObject, startFakeProvider } from '../fakes/fake-provider.ts';

export const turnstileSecret = '0x4AAAAAAA-turnstile-secret';

/** A fake of Turnstile’s siteverify: a token that begins with `good` is accepted once. */
export async function startFakeTurnstile(): Promise<FakeProvider> {
  const used = new Set<string>();
  return startFakeProvider((request) => {
    const { secret, response } = readObject(request);
    const refuse = (...codes: string[]) => ({ status: 200, body: { success: false, 'error-codes': codes } });
    if (`${request.method} ${request.path}` !== 'POST /v0/siteverify') return { status: 404 };
    if (secret !== turnstileSecret) return refuse('invalid-input-secret');
    if (typeof response !== 'string' || response === '') return refuse('missing-input-response');
    if (used.has(response)) return refuse('timeout-or-duplicate');
    if (!response.startsWith('good')) return refuse('invalid-input-response');
    used.add(response);
    return { status: 200, body: { success: true, hostname: 'site.example', 'error-codes': [] } };
  });
}
