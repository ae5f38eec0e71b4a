import {
  type AnnouncementInput,
  type AnnouncementReport,
  announcementSchemas,
} from '../../../../../../shared/capabilities/announcements/schema.ts';
import { clockIn } from '../../../../../../shared/platform/schema/time-zone.ts';
import { type FormValues, numberIn, readValues } from '../../../../pages.ts';
import { toWords } from '../../../../plain-words.ts';
import { isSimple, toLineFeeds } from '../../email/email-template.tsx';
import { toDesign } from '../../email/simple-editor.tsx';
import { filterLabels } from '../../who/filter-words.ts';
import { type FilterOf, toControls, toFilter, toTexts } from '../../who/people-filter.ts';

export const labels = {
  name: 'Name',
  subject: 'Subject',
  html: 'HTML',
  per_hour: 'People per hour',
  send_at: 'Begins at',
} as const;

/** The announcement that a submitted form asks for. @throws AppError invalid_request */
export function toAnnouncementInput(form: FormValues, of: FilterOf): AnnouncementInput {
  const asked = {
    name: form.name ?? '',
    subject: form.subject ?? '',
    ...(isSimple(form) ? { design: toDesign(form) } : { html: toLineFeeds(String(form.html ?? '')) }),
    filter: toFilter(form, of),
    per_hour: numberIn(form.per_hour),
    send_at: toClock(form.send_at),
  };
  return readValues(announcementSchemas().AnnouncementInput, asked, labelOf);
}

/** The filter of such a form alone, to be counted. @throws AppError invalid_request */
export function toCountedFilter(form: FormValues, of: FilterOf): AnnouncementInput['filter'] {
  const { shape } = announcementSchemas().AnnouncementInput;
  return readValues(shape.filter, toFilter(form, of), labelOf);
}

/** Browsers leave out seconds that are 0. */
function toClock(text: unknown): unknown {
  if (text === undefined || text === '') return null;
  return typeof text === 'string' && /T\d\d:\d\d$/.test(text) ? `${text}:00` : text;
}

/** Puts the key of a refused value in the words of its control. */
function labelOf(path: string): string {
  const name = path.replace(/^(?:filter|design)\./, '');
  const known: Readonly<Record<string, string>> = { ...labels, ...filterLabels };
  return known[name] ?? toWords(name);
}

/** What the form shows of an announcement. Its design is shown by the editor. */
export function toFormValues(announcement: AnnouncementReport, timeZone: string): FormValues {
  const { name, subject, html, per_hour, send_at, filter, design } = announcement;
  return {
    ...toTexts({ name, subject, html, per_hour, editor: design === null ? 'html' : 'simple' }),
    ...(send_at !== null && { send_at: clockIn(timeZone, send_at) }),
    ...toControls(filter),
  };
}
