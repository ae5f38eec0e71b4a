import { z } from 'zod';
import { boundedList } from '../../../platform/schema/bounded.ts';
import { Email, EmailDomain } from '../../../platform/schema/email-address.ts';
import { PageQuery } from '../../../platform/schema/paging.ts';
import { boundedText, trimmedText } from '../../../platform/schema/text.ts';
import { bounceClasses } from '../../mail-state/bounce.ts';
import { emailStatuses } from '../../mail-state/status.ts';
import { detailList } from '../details/schema.ts';
import { firstInstantOf, instantAfter } from './moments.ts';
import { type SignupCondition, searchParts } from './search-parts.ts';

/** A day in UTC, or a time with its offset from UTC. */
export const DayOrTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'must be a day as YYYY-MM-DD, or a time such as 2026-01-31T12:00:00Z',
});

/** The beginnings of parameters that each name a custom field, by what gathers them. */
const fieldParameters = {
  fields: /^field\.[a-z][a-z0-9_]{0,63}$/,
  not_fields: /^not_field\.[a-z][a-z0-9_]{0,63}$/,
} as const;

/** The key of the custom field that a parameter such as `field.KEY` names. */
export const keyIn = (parameter: string) => parameter.slice(parameter.indexOf('.') + 1);

/** The most domains that a filter leaves out. */
export const mostDomains = 20;

const Domains = boundedList(z.array(EmailDomain), mostDomains, 'domains');
/** Domains in a query: one parameter, separated by commas. */
const DomainList = z
  .string()
  .max(mostDomains * 254, { abort: true })
  .transform((text, issues) => {
    const { data, error } = Domains.safeParse(text.split(','));
    if (data) return data;
    issues.addIssue({ code: 'custom', message: error.issues[0]?.message ?? '' });
    return z.NEVER;
  })
  .meta({ type: 'string' });

/** The fewest characters that are searched everywhere in an address. */
export const shortestPart = 3;

const EmailPart = trimmedText(320);

/** How texts are compared: exactly, whatever their case, or whether they contain a text in any case. */
const textMatches = ['exact', 'any_case', 'contains'] as const;
export type TextMatch = (typeof textMatches)[number];

/** How filters compare the source and the texts of custom fields. */
export const TextMatch = z.enum(textMatches);

/** What narrows the signups of GET signups and of the export (§4.3, N1). All that is given must hold. */
export const SignupFilters = z.object({
  email: Email.optional().describe('Only the signup with this address, compared as when it is added.'),
  referral_code: boundedText(64)
    .optional()
    .describe(
      'Only the signup with this code. Case and hyphens do not matter; `O` is read as `0`, `I` and `L` as `1`. A text that cannot be a code matches nothing.',
    ),
  utm_source: boundedText(200)
    .min(1)
    .optional()
    .describe('Only signups with exactly this campaign or channel.'),
  utm_campaign: boundedText(200)
    .min(1)
    .optional()
    .describe('Only signups whose link had exactly this `utm_campaign`, whatever `match` says.'),
  email_status: z
    .enum(['none', ...emailStatuses])
    .optional()
    .describe('Only signups whose email has this status. `none`: no status yet.'),
  bounce_class: z
    .enum(bounceClasses)
    .optional()
    .describe(
      'Only signups whose email bounced like this: for good (`permanent`), or so that a later one may arrive (`transient`).',
    ),
  referred_by: z.guid().optional().describe('Only signups that the signup with this id referred.'),
  created_from: DayOrTime.optional().describe(
    'Only signups of this day or later, as `YYYY-MM-DD` in UTC; or of this time or later, in ISO 8601 with `Z` or an offset.',
  ),
  created_to: DayOrTime.optional().describe(
    'Only signups until the end of this day, as `YYYY-MM-DD` in UTC; or until this time, in ISO 8601 with `Z` or an offset.',
  ),
  q: EmailPart.min(shortestPart)
    .optional()
    .describe('Only signups whose address contains this text. At least 3 characters; case does not matter.'),
  confirmed: z
    .enum(['true', 'false'])
    .optional()
    .describe('Only signups that have confirmed their address, or only those that have not.'),
  match: TextMatch.optional().describe(
    'How `utm_source` and the texts of custom fields are compared: `exact`, the default; `any_case`: the whole value, whatever its case; `contains`: a part of it, whatever its case.',
  ),
  segment: z.guid().optional().describe('Only signups of this segment of the waitlist.'),
  fields: z
    .record(z.string().regex(fieldParameters.fields), z.string())
    .optional()
    .describe(
      'Only signups with exactly this value of the custom field KEY, one parameter `field.KEY=value` for each field: `field.company=Acme`, `field.team_size=12`, `field.vip=true`. The field must exist.',
    ),
  not_fields: z
    .record(z.string().regex(fieldParameters.not_fields), z.string())
    .optional()
    .describe(
      'Leaves out signups with this value of the custom field KEY, compared as `match` says: `not_field.company=Acme`. Those without a value stay.',
    ),
  not_email_domains: DomainList.optional().describe(
    'Leaves out signups whose address is at one of these domains, or at one below it: at most 20, separated by commas, such as `acme.com,acme.io`.',
  ),
});
export type SignupFilters = z.infer<typeof SignupFilters> & DashboardFilters;

/** What only the dashboard narrows signups by (N8). */
interface DashboardFilters {
  /** The host of the referrer, as statistics count it. */
  readonly site?: string | undefined;
  /** Whether `utm_source` also finds signups without a source. */
  readonly orNoSource?: boolean;
  /** Whether `referred_by` also finds signups that passed the code and are not credited. */
  readonly orUncredited?: boolean;
  /** Other conditions of signups `s`, by the parameters that ask for them. */
  readonly others?: Readonly<Record<string, SignupCondition>>;
}

export const SignupOrder = z.enum(['newest', 'oldest', 'referrals', 'display_position']);
export type SignupOrder = z.infer<typeof SignupOrder>;

const PagedFilters = PageQuery.extend({
  order: SignupOrder.optional().describe(
    '`newest` or `oldest` first, most `referrals` first, or by `display_position`, which is by position while the waitlist has no bonus. Ties are by position. Default: `newest`.',
  ),
}).extend(SignupFilters.shape);

/** The query of the export (§4.3). */
export const ExportQuery = z.preprocess(
  gather(SignupFilters),
  SignupFilters.refine(isInOrder, { path: ['created_from'], message: 'must not be after created_to' }),
);

/** The schema of the query of GET signups (§4.3). */
export function signupQuery() {
  const shape = PagedFilters.extend({ include: detailList() });
  return z.preprocess(
    gather(shape),
    shape.refine(isInOrder, { path: ['created_from'], message: 'must not be after created_to' }),
  );
}
export type SignupQuery = z.infer<ReturnType<typeof signupQuery>> & DashboardFilters;

const SearchedFilters = PagedFilters.omit({
  limit: true,
  offset: true,
  email: true,
}).extend({
  q: EmailPart.optional(),
  site: trimmedText(253).toLowerCase().optional(),
});

/**
 * The search of the dashboard (C11.3): as GET signups, also by the referrer's site and by what `searchParts`
 * has. Texts match in any case. `q` of 1 or 2 characters is the beginning of an address, the source `direct`
 * finds what statistics count as direct (C4.5), and `referred_by` also finds referrals that are withheld or
 * refused (N4).
 */
export function signupSearch() {
  const parts = searchParts();
  const asked = Object.fromEntries(
    Object.entries(parts).map(([name, { schema }]) => [name, schema.optional()]),
  );
  return z.preprocess(
    gather(SearchedFilters.extend(asked)),
    SearchedFilters.extend({ match: TextMatch.default('any_case') })
      .loose()
      .superRefine((search, issues) => {
        for (const [name, shape] of Object.entries(asked))
          for (const { message } of shape.safeParse(search[name]).error?.issues ?? [])
            issues.addIssue({ code: 'custom', path: [name], message });
      })
      .refine(isInOrder, {
        path: ['created_from'],
        message: 'must not be after created_to',
      })
      .transform((search) => {
        const others = Object.entries(parts).flatMap(([name, { condition }]) => {
          const value = search[name];
          if (value === undefined) return [];
          return [[name, (sql, accountId) => condition(sql, accountId, value)] as [string, SignupCondition]];
        });
        const known = Object.entries(search).filter(([name]) => !Object.hasOwn(parts, name));
        return {
          ...(Object.fromEntries(known) as z.infer<typeof SearchedFilters> & { match: TextMatch }),
          orNoSource:
            (search.match === 'exact' ? search.utm_source : search.utm_source?.toLowerCase()) === 'direct',
          ...(search.referred_by !== undefined && { orUncredited: true }),
          ...(others.length > 0 && { others: Object.fromEntries(others) }),
        };
      }),
  );
}

/**
 * Gathers the parameters `field.KEY` of a query in `fields`, and `not_field.KEY` in `not_fields`. Refuses
 * parameters that the shape does not have, because a mistyped filter would return everybody (N1).
 */
function gather({ shape }: z.ZodObject) {
  const { fields: _, not_fields: __, ...parameters } = shape;
  return (query: unknown, issues: z.RefinementCtx) => {
    const refuse = (name: string, message: string) =>
      issues.addIssue({ code: 'custom', path: [name], message });
    const known: [string, unknown][] = [];
    const gathered: { -readonly [Group in keyof typeof fieldParameters]?: Record<string, string> } = {};
    for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
      const group = groups.find((each) => fieldParameters[each].test(name));
      if (Object.hasOwn(parameters, name)) known.push([name, value]);
      else if (!group) refuse(name, 'no such query parameter');
      else if (typeof value !== 'string') refuse(name, 'must be given once');
      else gathered[group] = { ...gathered[group], [name]: value };
    }
    return { ...Object.fromEntries(known), ...gathered };
  };
}

const groups = ['fields', 'not_fields'] as const;

function isInOrder({ created_from: from, created_to: to }: SignupFilters): boolean {
  return from === undefined || to === undefined || firstInstantOf(from) < instantAfter(to);
}
