/** `createWaitlist`, `created_at`, `signup.created` and `your-website` in words, in lower case. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
}

export const snakeCase = (name: string) => wordsOf(name).join('_');

/** What one of the `fields` of a query begins with: `field`. */
export const singular = (name: string) => name.replace(/s$/, '');

/** `created_at` as `CreatedAt`. */
export function pascalCase(name: string): string {
  return wordsOf(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** A resource of the clients, by the tag of its operations. */
interface Resource {
  readonly name: string;
  /** Words that its methods leave out: `signups.create`, not `signups.create_signup`. */
  readonly nouns: readonly string[];
}

const resources: Readonly<Record<string, Resource>> = {
  Account: { name: 'account', nouns: ['account'] },
  Waitlists: { name: 'waitlists', nouns: ['waitlist', 'waitlists'] },
  Signups: { name: 'signups', nouns: ['signup', 'signups'] },
  People: { name: 'people', nouns: ['person', 'people'] },
  Settings: { name: 'settings', nouns: ['settings'] },
  Reviews: { name: 'reviews', nouns: ['review', 'reviews'] },
  Invitations: { name: 'invitations', nouns: ['invitation', 'invitations'] },
  Announcements: { name: 'announcements', nouns: ['announcement', 'announcements'] },
  Rewards: { name: 'rewards', nouns: ['rewards'] },
  Segments: { name: 'segments', nouns: ['segment', 'segments'] },
  Imports: { name: 'imports', nouns: ['import', 'imports'] },
  Statistics: { name: 'stats', nouns: ['stats'] },
  'Custom fields': { name: 'fields', nouns: ['field', 'fields'] },
  Integrations: { name: 'integrations', nouns: ['integration', 'integrations'] },
  Feed: { name: 'events', nouns: ['events'] },
  Status: { name: 'status', nouns: ['status'] },
  Forms: { name: 'forms', nouns: ['form'] },
  'Inbound webhooks': { name: 'inbound_webhooks', nouns: [] },
  Health: { name: 'health', nouns: ['health'] },
};

/**
 * Where the clients have an operation, in snake_case: `createSignup` of the tag Signups is `signups.create`.
 * @throws Error for a tag that has no resource
 */
export function placeOf(operationId: string, tag: string): { resource: string; method: string } {
  const resource = resources[tag];
  if (!resource) throw new Error(`Give the tag ${tag} a resource in scripts/clients/names.ts.`);
  const [verb = '', ...rest] = wordsOf(operationId);
  const noun = rest.findIndex((word) => resource.nouns.includes(word));
  return {
    resource: resource.name,
    method: [verb, ...rest.filter((_, index) => index !== noun)].join('_'),
  };
}

/**
 * The name of a path parameter, in snake_case. `id` in `/waitlists/{id}` says nothing alone: `waitlist_id`.
 */
export function pathParameterName(path: string, name: string): string {
  if (!['id', 'type', 'key'].includes(name)) return snakeCase(name);
  const [, before = ''] = new RegExp(`/(\\w+)/\\{${name}\\}`).exec(path) ?? [];
  return `${before.replace(/s$/, '')}_${name}`;
}
