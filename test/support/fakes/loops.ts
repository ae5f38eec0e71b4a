import { z } from 'zod';
import {
  type Answer,
  type FakeProvider,
  type RecordedRequest,
  readObject,
  startFakeProvider,
} from './fake-provider.ts';

export const loopsKey = '0123456789abcdef0123456789abcdef';
export const loopsList = 'cm06f5v0e45nf0ml5754o9cix';

interface Contact {
  readonly id: string;
  readonly email: string;
  readonly source: string;
  readonly subscribed: boolean;
  readonly mailingLists: Readonly<Record<string, boolean>>;
  /** Default and custom properties. */
  readonly [property: string]: unknown;
}

export interface FakeLoops extends FakeProvider {
  /** By email. */
  readonly contacts: ReadonlyMap<string, Contact>;
  /** The types of custom properties by their names. */
  readonly properties: Map<string, string>;
  /** By idempotency key. */
  readonly events: ReadonlyMap<string, Record<string, unknown>>;
}

const Text = z.string().min(1).max(500);
const Email = Text.regex(/^[^\s@]+@[^\s@]+$/);
const MailingLists = z.record(z.string(), z.boolean());
const Property = z.union([Text, z.number(), z.boolean()]);
const ContactUpdate = z
  .object({
    email: Email,
    source: Text.optional(),
    subscribed: z.boolean().optional(),
    mailingLists: MailingLists.optional(),
    firstName: Text.optional(),
    lastName: Text.optional(),
  })
  .catchall(Property);
const NewProperty = z.strictObject({
  name: z.string().regex(/^[a-z][a-zA-Z0-9]*$/),
  type: z.enum(['string', 'number', 'boolean', 'date']),
});
const EventSent = z.strictObject({
  email: Email,
  eventName: Text,
  eventProperties: z.record(z.string(), Property).optional(),
  mailingLists: MailingLists.optional(),
});

/** A fake of Loops’ API under `/api`, with its validation and one mailing list. */
export async function startFakeLoops(): Promise<FakeLoops> {
  const contacts = new Map<string, Contact>();
  const events = new Map<string, Record<string, unknown>>();
  const properties = new Map<string, string>();

  function update(request: RecordedRequest): Answer {
    const { data, error } = ContactUpdate.safeParse(readObject(request));
    if (!data) return refuse(400, problemWith(error));
    const {
      email,
      mailingLists = {},
      source: newSource,
      subscribed: newState,
      firstName,
      lastName,
      ...custom
    } = data;
    const unknown = Object.entries(custom).find(([name, value]) => properties.get(name) !== typeof value);
    if (unknown) return refuse(400, `Invalid ${unknown[0]}.`);
    if (Object.keys(mailingLists).some((id) => id !== loopsList)) return refuse(400, 'Invalid mailing list.');
    const old = contacts.get(email) ?? {
      id: `cl${contacts.size + 1}`,
      email,
      source: 'API',
      subscribed: true,
      mailingLists: {},
    };
    contacts.set(email, {
      ...old,
      ...custom,
      ...(firstName && { firstName }),
      ...(lastName && { lastName }),
      source: newSource ?? old.source,
      subscribed: newState ?? old.subscribed,
      mailingLists: { ...old.mailingLists, ...mailingLists },
    });
    return { status: 200, body: { success: true, id: old.id } };
  }

  function createProperty(request: RecordedRequest): Answer {
    const { data, error } = NewProperty.safeParse(readObject(request));
    if (!data) return refuse(400, problemWith(error));
    if (properties.has(data.name)) return refuse(400, 'Property already exists.');
    properties.set(data.name, data.type);
    return { status: 200, body: { success: true } };
  }

  function find(query: URLSearchParams): Answer {
    if ([...query.keys()].join() !== 'email') return refuse(400, 'Only one parameter is permitted.');
    const contact = contacts.get(query.get('email') ?? '');
    return { status: 200, body: contact ? [contact] : [] };
  }

  function send(request: RecordedRequest): Answer {
    const { data, error } = EventSent.safeParse(readObject(request));
    if (!data) return refuse(400, problemWith(error));
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string' || key === '' || key.length > 100)
      return refuse(400, 'Invalid Idempotency-Key.');
    if (events.has(key)) return refuse(409, 'Idempotency key already used within the last 24 hours.');
    events.set(key, data);
    return { status: 200, body: { success: true } };
  }

  function answer(request: RecordedRequest): Answer {
    if (request.headers.authorization !== `Bearer ${loopsKey}`) {
      return {
        status: 401,
        body: { success: false, message: 'Invalid API key', error: 'Invalid API key' },
      };
    }
    const { pathname, searchParams } = new URL(request.path, 'http://loops.test');
    switch (`${request.method} ${pathname}`) {
      case 'GET /api/v1/api-key':
        return { status: 200, body: { success: true, teamName: 'Acme' } };
      case 'GET /api/v1/lists':
        return {
          status: 200,
          body: [{ id: loopsList, name: 'Beta', description: null, isPublic: true }],
        };
      case 'GET /api/v1/contacts/find':
        return find(searchParams);
      case 'GET /api/v1/contacts/properties':
        return {
          status: 200,
          body: [...properties].map(([key, type]) => ({ key, label: key, type })),
        };
      case 'POST /api/v1/contacts/properties':
        return createProperty(request);
      case 'PUT /api/v1/contacts/update':
        return update(request);
      case 'POST /api/v1/events/send':
        return send(request);
      default:
        return { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>Not found</html>' };
    }
  }

  const limits = { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '9' };
  const server = await startFakeProvider((request) => {
    const { headers, ...rest } = answer(request);
    return { ...rest, headers: { ...limits, ...headers } };
  });
  return {
    ...server,
    url: `${server.url}/api`,
    contacts,
    properties,
    events,
    reset() {
      server.reset();
      contacts.clear();
      events.clear();
      properties.clear();
    },
  };
}

function refuse(status: number, message: string): Answer {
  return { status, body: { success: false, message } };
}

function problemWith({ issues }: z.ZodError): string {
  const [issue] = issues;
  return issue?.path[0] === 'email'
    ? 'Invalid email address.'
    : `Invalid ${issue?.path.join('.') || 'request'}.`;
}
