import type { Sql } from '../../platform/postgres/connection.ts';
import { asciiWord, wordsOf } from '../../platform/schema/text.ts';
import { hasName } from './queries.ts';
import { isPageName, isReservedSlug, pageName, slugLength } from './slug.ts';

/** A slug for a list made of its name: `orbit-beta`. Undefined if the name cannot be one, or it is taken. */
export async function suggestSlug(
  sql: Sql,
  accountId: string,
  listName: string,
): Promise<string | undefined> {
  const slug = wordsOf(listName, asciiWord).join('-').slice(0, slugLength.most).replace(/-$/, '');
  const name = pageName(accountId, slug);
  return !isPageName(name) || isReservedSlug(slug) || (await hasName(sql, name)) ? undefined : slug;
}
