import { nilId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { Context } from '../../context.ts';
import { mentions, withoutPerson } from '../../people/index.ts';
import type { IsPerson, Scrubbing } from '../../person-part.ts';
import { lockAnnouncement } from '../queries.ts';
import { listToScrub, saveTexts } from './scrub-queries.ts';

const perPage = 50;

/** Takes the person out of what is written of announcements, to the end. */
export async function scrubAnnouncements(
  { sql }: Pick<Context, 'sql'>,
  { erasure, isPerson }: Scrubbing,
): Promise<boolean> {
  const { accountId } = erasure;
  for (let after = nilId; ; ) {
    const rows = await listToScrub(sql, erasure, after, perPage);
    for (const { id, html, ...texts } of rows) {
      const others = await withoutPerson(texts, isPerson);
      const scrubbed = { ...others, html: await scrubHtml(html, isPerson) };
      if (others === texts && scrubbed.html === html) continue;
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

/** HTML keeps what is around the texts that name the person. */
async function scrubHtml(html: string, isPerson: IsPerson): Promise<string> {
  if (!(await mentions(html, isPerson))) return html;
  const parts = await withoutPerson(html.split(/(<[^<>]*>|\s+)/), isPerson);
  return withoutPerson(parts.join(''), isPerson);
}
