import type { FastifyRequest } from 'fastify';
import { listSegments } from '../../../../../shared/capabilities/segments/read-segments.ts';
import { mostSegments, type Segment } from '../../../../../shared/capabilities/segments/schema.ts';
import { AppError } from '../../../../../shared/platform/errors.ts';
import type { WebContext } from '../../../../web-context.ts';
import type { FormValues } from '../../../pages.ts';
import { filterLabels, toParameter } from './filter-words.ts';

type Filter = Readonly<Record<string, unknown>>;

/** All segments of the waitlist of a request. */
export async function readSegments(
  ctx: WebContext,
  { session, waitlist }: Pick<FastifyRequest, 'session' | 'waitlist'>,
): Promise<readonly Segment[]> {
  const page = { limit: mostSegments, offset: 0 };
  return (await listSegments(ctx, session.caller, waitlist.id, page)).data;
}

/**
 * A filter within the segment that a form names: both must hold. @throws AppError invalid_request for a
 * segment that is gone, and for a control that the segment narrows by already
 */
export function within(form: FormValues, segments: readonly Segment[], filter: Filter): Filter {
  const { segment: id = '' } = form;
  if (id === '') return filter;
  const segment = segments.find((each) => each.id === id);
  if (!segment) throw refused('segment', 'Segment: it is not there any more');
  const { fields: ofSegment = {}, not_fields: notOfSegment = {}, ...others } = segment.filter;
  const { fields = {}, not_fields: notFields = {}, ...more } = filter as Readonly<Record<string, Filter>>;
  const twice = [
    ...common(others, more),
    ...common(ofSegment, fields).map((key) => toParameter(key)),
    ...common(notOfSegment, notFields).map((key) => toParameter(key, 'not_field')),
  ];
  // How texts are compared is a part of what they are compared with.
  const [name] = twice.filter((each) => each !== 'match' || differ(others, more));
  if (name !== undefined) {
    const label = filterLabels[name as keyof typeof filterLabels] ?? 'This';
    throw refused(name, `${label}: the segment ${segment.name} narrows by it already`);
  }
  const all = { fields: { ...ofSegment, ...fields }, not_fields: { ...notOfSegment, ...notFields } };
  const given = Object.entries(all).filter(([, values]) => Object.keys(values).length > 0);
  return { ...others, ...more, ...Object.fromEntries(given) };
}

const common = (one: Filter, other: Filter) => Object.keys(one).filter((name) => Object.hasOwn(other, name));
const differ = (one: Filter, other: Filter) => one.match !== other.match;

const refused = (field: string, message: string) => new AppError('invalid_request', message, { field });
