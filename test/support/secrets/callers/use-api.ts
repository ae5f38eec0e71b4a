import { once } from 'node:events';
import { connect } from 'node:net';
import { newApiKey } from '../../../../src/shared/account/api-keys/api-key.ts';
import type { World } from '../world.ts';

/** Calls the API and the tools with a key, and with keys and addresses in all the wrong places. */
export async function useApi(world: World, key: string, waitlist: string): Promise<void> {
  const { ask, canaries } = world;
  const unknown = canaries.secret('an unknown key', { value: newApiKey() });
  const email = canaries.address('a signup of the API');
  const list = `/v1/waitlists/${waitlist}`;

  const signup = JSON.parse((await ask('POST', `${list}/signups`, { key, body: { email } })).body);
  await ask('POST', `${list}/signups`, { key, body: { email } });
  await ask('GET', `${list}/signups?email=${encodeURIComponent(email)}`, { key });
  await ask('GET', `${list}/signups/export`, { key });
  await ask('GET', `${list}/signups/export?q=${encodeURIComponent(email)}`, { key });

  // A valid and an unknown key, where no key is expected.
  for (const each of [key, unknown]) {
    await ask('GET', '/v1/account', { key: each });
    await ask('GET', `/v1/account?api_key=${each}&access_token=${each}`);
    await ask('GET', `/v1/${each}`, { key: each });
    await ask('GET', `/v1/waitlists/${each}`, { key });
    await ask('GET', `/v1/waitlists/%zz?key=${each}`, { key });
    await ask('GET', '/v1/account', {
      headers: { authorization: `Basic ${each}`, 'x-api-key': each, cookie: each },
    });
    await ask('PUT', `/v1/integrations/${each}`, { key, body: { config: {} } });
    await ask('GET', `/metrics?token=${each}`, { headers: { authorization: `Bearer ${each}` } });
    await ask('GET', `${list}/stats?from=${each}`, { key });
    await ask('POST', `/v1/webhooks/email/${each}`, { body: { key: each } });
  }

  // Addresses and secrets in refused requests.
  const refused = canaries.address('an address in a refused body');
  const secret = canaries.secret('a secret in a refused body', { prefix: 're_' });
  const bodies = [
    `{"email":"${refused}","api_key":"${secret}`,
    JSON.stringify({ email: `${refused}@`, referral_code: secret.repeat(9) }),
    JSON.stringify({ email: [refused], metadata: { a: { [secret]: secret } } }),
    JSON.stringify({ email: refused, fields: { key: [secret] } }),
    JSON.stringify(`${refused} ${secret}`),
  ];
  for (const body of bodies)
    await ask('POST', `${list}/signups`, { key, body, headers: { 'content-type': 'application/json' } });
  await ask('POST', `${list}/signups`, {
    key,
    body: `${refused}=${secret}`,
    headers: { 'content-type': 'text/plain' },
  });
  await ask('PUT', '/v1/integrations/contacts', {
    key,
    body: { config: { api_key: `${secret} ${refused}`, events: [secret] } },
  });
  await ask('PUT', '/v1/integrations/webhook', {
    key,
    body: { config: { url: `https://${secret}:x@example.com/` } },
  });
  await ask('PUT', '/v1/integrations/webhook', {
    key,
    body: { config: { url: `http://10.0.0.1/${secret}` } },
  });
  await ask('PUT', '/v1/integrations/webhook', {
    key,
    body: { config: { url: secret, signing_secret: `${secret} ä` } },
  });
  await sendRaw(world, `GET / HTTP/1.1\r\nAuthorization Bearer ${secret} ${refused}\r\n\r\n`);
  await sendRaw(world, `${secret} ${refused}\r\n\r\n`);

  await useTools(world, key, waitlist);
  await ask('DELETE', `${list}/signups/${signup.id}`, { key });
}

async function useTools({ ask, canaries }: World, key: string, waitlistId: string): Promise<void> {
  const email = canaries.address('a signup of the tools');
  const call = (name: string, args: object, withKey = key) =>
    ask('POST', '/mcp', {
      key: withKey,
      headers: { accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    });
  await call('add_signup', { waitlistId, email });
  await call('get_signup_position', { waitlistId, email });
  await call('add_signup', { waitlistId, email, apiKey: key });
  await call('add_signup', { waitlistId, email: `${email} ${key}` });
  await call('remove_signup', { waitlistId, signupId: key });
  await call(key, {});
  await call('list_waitlists', {}, newApiKey());
  await ask('POST', '/mcp', { key, body: `{"key":"${key}`, headers: { 'content-type': 'application/json' } });
}

/** Sends text that is not HTTP, and keeps the answer. */
async function sendRaw({ urls, evidence }: World, text: string): Promise<void> {
  const socket = connect(Number(new URL(urls[0] ?? '').port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(text);
  await once(socket, 'close');
  evidence.push({
    place: 'the answer to text that is not HTTP',
    bytes: Buffer.concat(chunks),
    kinds: ['secret', 'address'],
  });
}
