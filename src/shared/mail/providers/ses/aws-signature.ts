import { createHash, createHmac } from 'node:crypto';

export interface AwsCredentials {
  readonly region: string;
  readonly access_key_id: string;
  readonly secret_access_key: string;
}

/**
 * The headers of a POST to AWS: the given ones, in lower case, and its Signature Version 4. The URL has no
 * query and only plain characters in its path; `now` is in milliseconds since 1970.
 */
export function signAwsPost(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  service: string,
  { region, access_key_id, secret_access_key }: AwsCredentials,
  now: number,
): Record<string, string> {
  const { host, pathname } = new URL(url);
  const time = new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, '');
  const date = time.slice(0, 8);
  const sent = { ...headers, 'x-amz-date': time };
  const signed = Object.entries({ ...sent, host }).sort(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join('');
  const request = ['POST', pathname, '', lines, names, sha256(body)].join('\n');
  const scope = `${date}/${region}/${service}/aws4_request`;
  let key: string | Buffer = `AWS4${secret_access_key}`;
  for (const part of scope.split('/')) key = createHmac('sha256', key).update(part).digest();
  const signature = createHmac('sha256', key)
    .update(['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n'))
    .digest('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${access_key_id}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...sent, authorization };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
