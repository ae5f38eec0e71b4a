import { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { OutboundEvent } from '../../events.ts';
import type { HttpClient } from '../../outbound/http-client.ts';
import { Credential } from '../../schema/text.ts';
import { someEvents } from './config-fields.ts';
import type { Attempt, Delivery, IntegrationProvider } from './provider.ts';
import { hasSucceeded, openServiceApi, type ServiceApi, succeedAt, unexpectedAnswer } from './service-api.ts';

/** A delivered or opened mail changes nothing in Loops (§4.7). */
const ContactsConfig = z.strictObject({
  api_key: Credential.describe('A Loops API key. It is verified with Loops.'),
  mailing_list_id: z
    .string()
    .trim()
    .regex(/^[\w-]{1,100}$/, 'expected the id of a mailing list, which has letters and digits')
    .optional()
    .describe('The mailing list that contacts join.'),
  events: someEvents(['signup.created', 'signup.removed', 'signup.email_clicked']),
});
type ContactsConfig = z.infer<typeof ContactsConfig>;

/** Keeps contacts in Loops. Whether a contact is subscribed is that person's choice and is never written. */
export const contacts = {
  config: ContactsConfig,
  secrets: ['api_key'],
  verify,
  deliver,
} satisfies IntegrationProvider<ContactsConfig>;

const Refusal = z.object({ message: z.string() }).or(z.object({ error: z.string() }));

function openLoops({ api_key }: ContactsConfig, { fetch, apiUrls }: HttpClient): ServiceApi {
  return openServiceApi(
    {
      name: 'Loops',
      url: apiUrls.loops ?? 'https://app.loops.so/api',
      headers: { authorization: `Bearer ${api_key}` },
      secrets: [api_key],
      messageIn(body) {
        const { data } = Refusal.safeParse(body);
        return data && ('message' in data ? data.message : data.error);
      },
    },
    fetch,
  );
}

async function verify(config: ContactsConfig, httpClient: HttpClient): Promise<void> {
  const loops = openLoops(config, httpClient);
  const { mailing_list_id: listId } = config;
  await loops.check(
    { method: 'GET', path: '/v1/api-key' },
    z.object({ success: z.literal(true) }),
    'config.api_key: is not accepted.',
  );
  if (listId === undefined) return;
  const lists = await loops.check(
    { method: 'GET', path: '/v1/lists' },
    z.array(z.object({ id: z.string() })),
    'config.mailing_list_id: the mailing lists could not be read.',
  );
  if (lists.some(({ id }) => id === listId)) return;
  throw new AppError('invalid_request', 'config.mailing_list_id: Loops has no mailing list with this id.');
}

async function deliver(
  config: ContactsConfig,
  { id, event }: Delivery,
  httpClient: HttpClient,
): Promise<Attempt> {
  const loops = openLoops(config, httpClient);
  if (event.type === 'signup.created') return saveContact(loops, event, config);
  if (event.type === 'signup.removed') return leaveList(loops, event, config);
  return sendEvent(loops, event, id);
}

/** Creates or updates the contact. */
async function saveContact(
  loops: ServiceApi,
  { data: { email } }: OutboundEvent,
  { mailing_list_id: listId }: ContactsConfig,
): Promise<Attempt> {
  const body = {
    email,
    source: 'waitlist',
    ...(listId !== undefined && { mailingLists: { [listId]: true } }),
  };
  return (await loops.step('Saving the contact', { method: 'PUT', path: '/v1/contacts/update', body }))
    .attempt;
}

/** Looks for the contact first: an update would create it. Without a list, there is none to leave. */
async function leaveList(
  loops: ServiceApi,
  { data: { email } }: OutboundEvent,
  { mailing_list_id: listId }: ContactsConfig,
): Promise<Attempt> {
  const finding = 'Finding the contact';
  const path = `/v1/contacts/find?${new URLSearchParams({ email })}`;
  const { attempt, body } = await loops.step(finding, { method: 'GET', path });
  if (!hasSucceeded(attempt)) return attempt;
  if (!Array.isArray(body)) return unexpectedAnswer(finding, attempt);
  if (body.length === 0 || listId === undefined) return attempt;
  const change = { email, mailingLists: { [listId]: false } };
  return (
    await loops.step('Leaving the mailing list', { method: 'PUT', path: '/v1/contacts/update', body: change })
  ).attempt;
}

/** Loops answers a repeated key with 409: it has the event. */
async function sendEvent(
  loops: ServiceApi,
  { type, data }: OutboundEvent,
  deliveryId: string,
): Promise<Attempt> {
  const { attempt } = await loops.step('Sending the event', {
    method: 'POST',
    path: '/v1/events/send',
    headers: { 'idempotency-key': deliveryId },
    body: {
      email: data.email,
      eventName: type,
      eventProperties: {
        waitlistId: data.waitlist_id,
        waitlistName: data.waitlist_name,
        position: data.position,
      },
    },
  });
  return succeedAt(attempt, 409);
}
