/** One page of a list. */
export interface Page<Item> {
  data: Item[];
  /** The number of items on all pages. */
  total: number;
  limit: number;
  offset: number;
  has_more: boolean;
}

/** The largest page that the API allows (§8). */
const pageSize = 200;

/**
 * Every item of a list, fetched page by page. An item added meanwhile moves others to a later page; they are
 * still yielded only once. An item deleted meanwhile can hide another one.
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
