/** A part of a list. */
export interface Page<Item> {
  data: Item[];
  /** How many items there are, over all pages. */
  total: number;
  limit: number;
  offset: number;
  /** Whether there are items after this page. */
  has_more: boolean;
}

/** The most that a page can have (§8). */
const pageSize = 200;

/**
 * Every item of a list, page by page. One that is added meanwhile moves others to a later page: they still come once. One that is
 * deleted meanwhile can hide another.
 */
export async function* eachItem<Item>(
  readPage: (query: { limit: number; offset: number }) => Promise<Page<Item>>,
  keyOf: (item: Item) => string,
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<string>();
  for (let offset = 0; ; offset += pageSize) {
    const { data, has_more } = await readPage({ limit: pageSize, offset });
    for (const item of data) {
      if (seen.has(keyOf(item))) continue;
      seen.add(keyOf(item));
      yield item;
    }
    if (!has_more) return;
  }
}
