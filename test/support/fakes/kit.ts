import { z } from 'zod';
import {
  type Answer,
  type FakeProvider,
  type RecordedRequest,
  readObject,
  startFakeProvider,
} from './fake-provider.ts';

export const kitKey = 'kit_0123456789abcdef0123456789abcdef';

interface KitSubscriber {
  readonly id: number;
  email_address: string;
  state: 'active' | 'cancelled';
  first_name: string | null;
  fields: Readonly<Record<string, string>>;
  /** The ids of its forms and tags. */
  readonly forms: Set<number>;
  readonly tags: Set<number>;
}

export interface FakeKit extends FakeProvider {
  /** By email in lower case. */
  readonly subscribers: ReadonlyMap<string, KitSubscriber>;
  /** The ids of active forms, 1 and 7 by default. */
  readonly forms: Set<number>;
  /** The ids of tags, 3 and 4 by default. */
  readonly tags: Set<number>;
  /** The keys of custom fields, none by default. */
  readonly customFields: Set<string>;
  /** Drops recorded requests and scripts, and keeps the data. */
  forgetRequests(): void;
  /** Makes lists omit new subscribers, as Kit's lists do for a while. */
  lag(): void;
}

const Email = z
  .string()
  .min(1)
  .regex(/^[^\s@]+@[^\s@]+$/);
const Fields = z.record(z.string(), z.string().min(1)).refine((fields) => Object.keys(fields).length <= 140);
const NewSubscriber = z.strictObject({
  email_address: Email,
  first_name: z.string().min(1).optional(),
  state: z.enum(['active', 'cancelled']).optional(),
  fields: Fields.optional(),
});
const ChangedSubscriber = z.strictObject({ email_address: Email, fields: Fields });
const ByEmail = z.strictObject({ email_address: Email });
const NewField = z.strictObject({ label: z.string().min(1).max(255) });
const FormsQuery = z.strictObject({
  per_page: z.string().regex(/^([1-9]\d{0,2}|1000)$/),
  status: z.literal('active'),
  after: z.string().min(1).optional(),
});
const SubscribersQuery = z.strictObject({ email_address: Email, status: z.literal('all').optional() });

/**
 * A fake of Kit’s API v4, with its validation and data. Saving an existing subscriber writes no fields: Kit
 * does not document whether it does.
 */
export async function startFakeKit(): Promise<FakeKit> {
  const subscribers = new Map<string, KitSubscriber>();
  const forms = new Set<number>();
  const tags = new Set<number>();
  const customFields = new Set<string>();
  let lags = false;

  const server = await startFakeProvider(answer);

  function answer(request: RecordedRequest): Answer {
    if (request.headers['x-kit-api-key'] !== kitKey) return refuse(401, 'The access token is invalid');
    const { pathname, searchParams } = new URL(request.path, 'http://kit.test');
    const query = Object.fromEntries(searchParams);
    const [, version, noun = '', id, ...rest] = pathname.split('/');
    if (version !== 'v4') return notFound();
    switch ([request.method, noun, id && ':id', ...rest].filter((part) => part !== undefined).join(' ')) {
      case 'GET account':
        return {
          status: 200,
          body: { user: { id: 1 }, account: { id: 2, name: 'Acme', plan_type: 'creator' } },
        };
      case 'GET forms':
        return listForms(query);
      case 'POST custom_fields':
        return createField(readObject(request));
      case 'POST subscribers':
        return saveSubscriber(readObject(request));
      case 'GET subscribers':
        return listSubscribers(query);
      case 'PUT subscribers :id':
        return changeSubscriber(Number(id), readObject(request));
      case 'POST subscribers :id unsubscribe':
        return leave(Number(id), request);
      case 'POST forms :id subscribers':
        return add(forms, 'forms', Number(id), readObject(request));
      case 'POST tags :id subscribers':
        return add(tags, 'tags', Number(id), readObject(request));
      case 'DELETE tags :id subscribers':
        return untag(Number(id), readObject(request));
      default:
        return notFound();
    }
  }

  function listForms(query: unknown): Answer {
    const { data } = FormsQuery.safeParse(query);
    if (!data) return refuse(422, 'Invalid parameters');
    const behind = [...forms].sort((a, b) => a - b).filter((id) => id > Number(data.after ?? 0));
    const page = behind.slice(0, Number(data.per_page));
    return {
      status: 200,
      body: {
        forms: page.map(toForm),
        pagination: {
          has_previous_page: data.after !== undefined,
          has_next_page: behind.length > page.length,
          start_cursor: page.length > 0 ? String(page[0]) : null,
          end_cursor: page.length > 0 ? String(page.at(-1)) : null,
          per_page: Number(data.per_page),
        },
      },
    };
  }

  function createField(body: unknown): Answer {
    const { data } = NewField.safeParse(body);
    if (!data) return refuse(422, "Label can't be blank");
    const status = customFields.has(data.label) ? 200 : 201;
    customFields.add(data.label);
    const id = [...customFields].indexOf(data.label) + 1;
    const name = `ck_field_${id}_${data.label}`;
    return { status, body: { custom_field: { id, name, key: data.label, label: data.label } } };
  }

  function saveSubscriber(body: Record<string, unknown>): Answer {
    if (!body.email_address) return refuse(422, "Email address can't be blank");
    const { data } = NewSubscriber.safeParse(body);
    if (!data) return refuse(422, 'Email address is invalid');
    const old = subscribers.get(data.email_address.toLowerCase());
    if (old) {
      old.first_name = data.first_name ?? old.first_name;
      return { status: 200, body: { subscriber: shown(old) } };
    }
    const made: KitSubscriber = {
      id: subscribers.size + 101,
      email_address: data.email_address.toLowerCase(),
      first_name: data.first_name ?? null,
      state: data.state ?? 'active',
      fields: known(data.fields ?? {}),
      forms: new Set(),
      tags: new Set(),
    };
    subscribers.set(made.email_address, made);
    const unknown = Object.keys(data.fields ?? {}).filter((key) => !customFields.has(key));
    const warnings = unknown.map((key) => `Unknown field: ${key}`);
    return { status: 201, body: { subscriber: shown(made), ...(unknown.length > 0 && { warnings }) } };
  }

  function changeSubscriber(id: number, body: unknown): Answer {
    const { data } = ChangedSubscriber.safeParse(body);
    if (!data) return refuse(422, 'Email address is invalid');
    const email = data.email_address.toLowerCase();
    const subscriber = [...subscribers.values()].find((one) => one.id === id);
    if (!subscriber) return notFound();
    if ((subscribers.get(email) ?? subscriber) !== subscriber)
      return refuse(422, 'Email address has already been taken');
    subscribers.delete(subscriber.email_address);
    subscriber.email_address = email;
    subscribers.set(email, subscriber);
    subscriber.fields = { ...subscriber.fields, ...known(data.fields) };
    return { status: 200, body: { subscriber: shown(subscriber) } };
  }

  function listSubscribers(query: unknown): Answer {
    const { data } = SubscribersQuery.safeParse(query);
    if (!data) return refuse(422, 'Invalid parameters');
    const one = subscribers.get(data.email_address.toLowerCase());
    const listed = one && !lags && (data.status === 'all' || one.state === 'active') ? [shown(one)] : [];
    return {
      status: 200,
      body: { subscribers: listed, pagination: { has_next_page: false, end_cursor: null } },
    };
  }

  function leave(id: number, request: RecordedRequest): Answer {
    const subscriber = [...subscribers.values()].find((one) => one.id === id);
    if (!subscriber) return notFound();
    if (request.body !== '{}') return refuse(422, 'Invalid parameters');
    subscriber.state = 'cancelled';
    return { status: 204 };
  }

  function add(all: ReadonlySet<number>, kind: 'forms' | 'tags', id: number, body: unknown): Answer {
    const { data } = ByEmail.safeParse(body);
    if (!data) return refuse(422, 'Email address is invalid');
    const subscriber = subscribers.get(data.email_address.toLowerCase());
    if (!subscriber || !all.has(id)) return notFound();
    const status = subscriber[kind].has(id) ? 200 : 201;
    subscriber[kind].add(id);
    return { status, body: { subscriber: shown(subscriber) } };
  }

  function untag(id: number, body: unknown): Answer {
    const { data } = ByEmail.safeParse(body);
    if (!data) return refuse(422, 'Email address is invalid');
    const subscriber = subscribers.get(data.email_address.toLowerCase());
    if (!subscriber || !tags.has(id)) return notFound();
    subscriber.tags.delete(id);
    return { status: 204 };
  }

  function known(fields: Readonly<Record<string, string>>) {
    return Object.fromEntries(Object.entries(fields).filter(([key]) => customFields.has(key)));
  }

  function reset(): void {
    server.reset();
    for (const all of [subscribers, forms, tags, customFields]) all.clear();
    for (const id of [1, 7]) forms.add(id);
    for (const id of [3, 4]) tags.add(id);
    lags = false;
  }
  reset();

  return {
    ...server,
    subscribers,
    forms,
    tags,
    customFields,
    forgetRequests: server.reset,
    lag() {
      lags = true;
    },
    reset,
  };
}

/** A form about as long as a real one. */
function toForm(id: number) {
  return {
    id,
    name: `Waitlist for our beta, landing page ${id}`,
    created_at: '2026-01-01T00:00:00Z',
    type: 'embed',
    format: null,
    embed_js: `https://acme-${id}.kit.test/${'0'.repeat(10)}/index.js`,
    embed_url: `https://acme-${id}.kit.test/${'0'.repeat(10)}`,
    archived: false,
    uid: '0'.repeat(10),
  };
}

function shown({ forms: _, tags: __, ...subscriber }: KitSubscriber) {
  return { created_at: '2026-01-01T00:00:00Z', ...subscriber };
}

function refuse(status: number, error: string): Answer {
  return { status, body: { errors: [error] } };
}

function notFound(): Answer {
  return refuse(404, 'Not Found');
}
