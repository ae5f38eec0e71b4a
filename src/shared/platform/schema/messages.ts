import { z } from 'zod';

type IssueOf<Code> = Extract<z.core.$ZodRawIssue, { readonly code: Code }>;

/** What a value must be, by the name of its type. */
const types: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

/** What a value of a type must be, for schemas and for checks by hand: one mistake has one wording. */
export const mustBeOf = (type: string): string => mustBe(types[type]);

/** What a text must be, by the name of its format. */
const formats: Readonly<Record<string, string>> = {
  guid: 'a UUID',
  uuid: 'a UUID',
  url: 'a URL',
  email: 'an email address',
  ipv4: 'an IP address',
  ipv6: 'an IP address',
  date: 'a day as YYYY-MM-DD',
  datetime: 'a time such as 2026-01-31T09:30:00Z',
};

/** What every refusal says, by the code of its issue. A schema with a message of its own keeps that. */
const messages: { readonly [Code in z.core.$ZodIssueCode]: (issue: IssueOf<Code>) => string } = {
  invalid_type: ({ expected }) => mustBe(types[expected]),
  invalid_value: ({ values }) =>
    mustBe(`${values.length > 1 ? 'one of ' : ''}${values.map(String).join(', ')}`),
  invalid_format: ({ format }) => mustBe(formats[format]),
  invalid_union: () => mustBe(),
  invalid_key: ({ issues: [issue] }) => issue?.message ?? mustBe(),
  invalid_element: ({ issues: [issue] }) => issue?.message ?? mustBe(),
  too_small: ({ origin, minimum, inclusive }) => {
    if (isSized(origin)) return minimum === 1 ? 'must not be empty' : sized(origin, 'at least', minimum);
    if (minimum === Number.MIN_SAFE_INTEGER) return 'is too small'; // checked before the schema's own minimum
    return `must be ${inclusive ? 'at least' : 'more than'} ${minimum}`;
  },
  too_big: ({ origin, maximum, inclusive }) => {
    if (isSized(origin)) return sized(origin, 'at most', maximum);
    if (maximum === Number.MAX_SAFE_INTEGER) return 'is too large';
    return `must be ${inclusive ? 'at most' : 'less than'} ${maximum}`;
  },
  not_multiple_of: ({ divisor }) => `must be a multiple of ${divisor}`,
  unrecognized_keys: () => 'is not a known key',
  custom: () => mustBe(),
};

function mustBe(what?: string): string {
  return what === undefined ? 'is not valid' : `must be ${what}`;
}

function isSized(origin: string): boolean {
  return origin === 'string' || origin === 'array';
}

function sized(origin: string, bound: string, size: number | bigint): string {
  const ending = size === 1 ? '' : 's';
  return origin === 'string'
    ? `must be ${bound} ${size} character${ending}`
    : `must have ${bound} ${size} item${ending}`;
}

/** Replaces zod's messages in the whole process, because its own are not for users. */
z.config({
  customError: (issue) => (issue.input === undefined ? 'is required' : messages[issue.code](issue as never)),
});
