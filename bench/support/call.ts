import type { Deployment } from '../../test/support/deployment/deployment.ts';

/** Calls the API of a deployment with a key. `path` begins behind `/v1`. @throws Error unless it succeeds */
export async function call(
  { urls }: Pick<Deployment, 'urls'>,
  { key }: { readonly key: string },
  method: string,
  path: string,
  body?: object,
) {
  const response = await fetch(`${urls[0]}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}
