import { nilId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { Context } from '../../context.ts';
import { mentions } from '../../people/index.ts';
import type { IsPerson, Scrubbing } from '../../person-part.ts';
import { lockAnnouncement } from '../queries.ts';
import { type AnnouncementTexts, listToScrub, saveTexts } from './scrub-queries.ts';

const perPage = 50;
/** In place of a text that names the person. */
const erasedValue = '(erased)';

/** Takes the person out of what is written of announcements, to the end. */
export async function scrubAnnouncements(
  { sql }: Pick<Context, 'sql'>,
  { erasure, isPerson }: Scrubbing,
): Promise<boolean> {
  const { accountId } = erasure;
  for (let after = nilId; ; ) {
    const rows = await listToScrub(sql, erasure, after, perPage);
    for (const { id, ...texts } of rows) {
      const scrubbed = await toScrubbed(texts, isPerson);
      if (!scrubbed) continue;
      await transaction(sql, async (tx) => {
        await lockAnnouncement(tx, { accountId, id });
        await saveTexts(tx, { accountId, id }, scrubbed);
      });
    }
    const last = rows.at(-1);
    if (!last || rows.length < perPage) return true;
    after = last.id;
  }
}

/** The texts without the person; undefined if they do not name it. */
async function toScrubbed(
  texts: AnnouncementTexts,
  isPerson: IsPerson,
): Promise<AnnouncementTexts | undefined> {
  const { name, subject, html, design, filter } = texts;
  const of = async (text: string) => ((await mentions(text, isPerson)) ? erasedValue : text);
  const values = async (given: Readonly<Record<string, unknown>>) => {
    const entries: [string, unknown][] = [];
    for (const [key, value] of Object.entries(given))
      entries.push([key, typeof value === 'string' ? await of(value) : value]);
    return Object.fromEntries(entries);
  };
  const scrubbed: AnnouncementTexts = {
    name: await of(name),
    subject: await of(subject),
    html: await ofHtml(html, of),
    design: design && (await values(design)),
    filter: {
      ...(await values(filter)),
      ...(filter.fields && { fields: await values(filter.fields) }),
      ...(filter.not_fields && { not_fields: await values(filter.not_fields) }),
    },
  };
  return JSON.stringify(scrubbed) === JSON.stringify({ name, subject, html, design, filter })
    ? undefined
    : scrubbed;
}

/** HTML keeps what is around the texts that name the person. */
async function ofHtml(html: string, of: (text: string) => Promise<string>): Promise<string> {
  if ((await of(html)) === html) return html;
  const parts: string[] = [];
  for (const part of html.split(/(<[^>]*>|\s+)/)) parts.push(await of(part));
  const scrubbed = parts.join('');
  return (await of(scrubbed)) === scrubbed ? scrubbed : erasedValue;
}
