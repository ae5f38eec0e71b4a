import type { AnnouncementReport } from '../../shared/capabilities/announcements/schema.ts';

/** An announcement for a terminal: without its text, and each count that is not 0. */
export function toReport({
  design: _design,
  html: _html,
  sample,
  allowance,
  excluded,
  filter,
  left_out,
  links,
  ...report
}: AnnouncementReport): object {
  return {
    ...report,
    filter: Object.entries(filter).map(([name, value]) => `${name}=${toText(value)}`),
    excluded: counts(excluded),
    left_out: counts(left_out),
    links: counts(Object.fromEntries(links.map(({ link, clicked }) => [link, clicked]))),
    held_by_allowance: allowance?.held ?? 0,
    first: sample.slice(0, 5).map(({ email }) => email),
  };
}

const toText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const counts = (of: Readonly<Record<string, number>>) =>
  Object.entries(of)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${reason}=${count}`);
