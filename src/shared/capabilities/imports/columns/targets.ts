import { fieldKeyForm } from '../../../list/fields/schema.ts';
import { campaignKeys } from '../../../list/signups/campaign.ts';

/** What a column can become, besides a custom field or a key of the metadata. */
export const plainTargets = [
  'email',
  'position',
  'created_at',
  'referral_code',
  'referred_by',
  'id',
  'utm_source',
  'referrer',
  'metadata',
  'fields',
  'email_status',
  'email_delivered_at',
  'email_opened_at',
  'email_clicked_at',
  'confirmed_at',
  'unsubscribed_at',
  'bounced_at',
  'bounce_class',
  'converted_at',
  'locale',
  ...campaignKeys,
] as const;
export type PlainTarget = (typeof plainTargets)[number];

/** What columns become, by their names. */
export type Mapping = Readonly<Record<string, string>>;

const plain: ReadonlySet<string> = new Set(plainTargets);

/** What several columns can become: each tells of the subscription. */
export const subscriptionTarget = 'subscription';

const metadataKeyForm = /^\w{1,64}$/;

/** Whether a column can become this. */
export function isTarget(text: string): boolean {
  if (plain.has(text) || text === subscriptionTarget) return true;
  const [group, key = ''] = [text.slice(0, text.indexOf('.')), text.slice(text.indexOf('.') + 1)];
  if (group === 'fields') return fieldKeyForm.test(key);
  return group === 'metadata' && metadataKeyForm.test(key);
}

/** Where the cells of a file are, by what they become. */
export interface Columns {
  readonly count: number;
  readonly plain: Readonly<Partial<Record<PlainTarget, number>>>;
  readonly fields: readonly { readonly key: string; readonly index: number }[];
  readonly metadata: readonly { readonly key: string; readonly index: number }[];
  readonly subscription: readonly { readonly name: string; readonly index: number }[];
}

export function toColumns(names: readonly string[], mapping: Mapping): Columns {
  const mapped = names.flatMap((name, index) => {
    const target = Object.hasOwn(mapping, name) ? mapping[name] : undefined;
    return target === undefined ? [] : [{ name, target, index }];
  });
  const keyed = (group: string) =>
    mapped
      .filter(({ target }) => target.startsWith(`${group}.`))
      .map(({ target, index }) => ({ key: target.slice(group.length + 1), index }));
  return {
    count: names.length,
    plain: Object.fromEntries(
      mapped.filter(({ target }) => plain.has(target)).map(({ target, index }) => [target, index]),
    ),
    fields: keyed('fields'),
    metadata: keyed('metadata'),
    subscription: mapped.filter(({ target }) => target === subscriptionTarget),
  };
}
