import { invitationStateTexts } from '../../../../../shared/capabilities/release/invitations/schema.ts';
import type { FieldDefinition } from '../../../../../shared/list/fields/schema.ts';
import type { TextMatch } from '../../../../../shared/list/signups/search/schema.ts';
import { emailStatusNames } from '../../../parts/email-tag.tsx';
import { formatCount, formatValue } from '../../../parts/format.tsx';

/** The name of the input for a custom field: to narrow by it, or to leave people out. */
export const toParameter = (key: string, by: 'field' | 'not_field' = 'field') => `${by}.${key}`;

/** What the control is called that leaves a value of a custom field out. */
export const notLabel = (label: string) => `${label} is not`;

/** The labels of the controls that narrow the people of a waitlist. */
export const filterLabels = {
  segment: 'Segment',
  utm_source: 'Source',
  utm_campaign: 'Campaign',
  match: 'Texts match',
  not_email_domains: 'Not at the domains',
  created_from: 'Signed up from',
  created_before: 'Signed up before',
  min_referrals: 'Referrals, at least',
  confirmed: 'Address confirmed',
  email_status: 'Signup email',
  invitation_state: 'Invitation',
  reward: 'Reward reached',
  ids: 'Selected signups',
} as const;

const matchTexts: Readonly<Record<TextMatch, string>> = {
  exact: 'Exactly',
  any_case: 'As a whole, in any case',
  contains: 'In part, in any case',
};

/** The states of an invitation that people can be chosen by. */
export const invitationNames = [['none', 'Not invited'], ...Object.entries(invitationStateTexts)] as const;

const valueTexts: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  match: new Map(Object.entries(matchTexts)),
  email_status: new Map<string, string>(emailStatusNames),
  invitation_state: new Map<string, string>(invitationNames),
};

type Value = string | number | boolean;

/** A filter of people as answers have it. */
export interface ShownFilter {
  readonly fields?: Readonly<Record<string, Value>> | undefined;
  readonly not_fields?: Readonly<Record<string, Value>> | undefined;
  readonly not_email_domains?: readonly string[] | undefined;
  readonly id_count?: number | undefined;
}

/** What people were narrowed by, in words. Rewards have names by their keys. */
export function filterFacts(
  {
    fields = {},
    not_fields: notFields = {},
    not_email_domains: domains,
    id_count: ids,
    ...filter
  }: ShownFilter,
  definitions: readonly FieldDefinition[],
  rewards: ReadonlyMap<string, string> = new Map(),
): [string, string][] {
  const labelOf = (key: string) => definitions.find((field) => field.key === key)?.label ?? key;
  return [
    ...(ids === undefined ? [] : [[filterLabels.ids, formatCount(ids)] as [string, string]]),
    ...Object.entries(filter as Readonly<Record<string, Value>>).map(([name, value]): [string, string] => [
      filterLabels[name as keyof typeof filterLabels],
      (name === 'reward' ? rewards : valueTexts[name])?.get(String(value)) ?? formatValue(value),
    ]),
    ...Object.entries(fields).map(([key, value]): [string, string] => [labelOf(key), formatValue(value)]),
    ...Object.entries(notFields).map(([key, value]): [string, string] => [
      notLabel(labelOf(key)),
      formatValue(value),
    ]),
    ...(domains ? [[filterLabels.not_email_domains, domains.join(', ')] as [string, string]] : []),
  ];
}
