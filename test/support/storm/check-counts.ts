import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';

/**
 * Compares the counts in the API's answers with the rows, for an account with one list (§2.1, §2.3, §2.8).
 * @returns the differences
 */
export async function checkCounts(
  sql: Sql,
  url: string,
  { key, waitlist }: { key: string; waitlist: string },
): Promise<string[]> {
  const get = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const [[row], account, lists, page, stats] = await Promise.all([
    sql<[{ count: number }]>`SELECT count(*) FROM signups WHERE waitlist_id = ${waitlist}`,
    get('/v1/account'),
    get('/v1/waitlists'),
    get(`/v1/waitlists/${waitlist}/signups?limit=1`),
    get(`/v1/waitlists/${waitlist}/stats`),
  ]);
  const answered = {
    'the used quota': account.quota.signups_used,
    signup_count: lists.data[0].signup_count,
    'the total of the list': page.total,
    'the total of the statistics': stats.total,
  };
  return Object.entries(answered)
    .filter(([, number]) => number !== row.count)
    .map(([what, number]) => `count: ${what} is ${number}, ${row.count} are stored`);
}
