import { z } from 'zod';

/** Digits only: `z.coerce` would accept '', ' 1' and '0x10' as numbers. */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .meta({ type: 'integer', minimum: min, maximum: max });

/** The largest page. */
const longestPage = 200;

/** The query of every list (§4.3, C2.1, C2.8). */
export const PageQuery = z.object({
  limit: wholeNumber(1, longestPage).default(50).describe('The most items on the page.'),
  offset: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0).describe('The number of items to skip.'),
});
export type PageQuery = z.infer<typeof PageQuery>;

const envelope = {
  total: z.int().min(0).describe('The number of matching items on all pages.'),
  limit: z.int().describe('The limit that was used.'),
  offset: z.int().describe('The offset that was used.'),
  has_more: z.boolean().describe('Whether more items follow this page.'),
};

/** The pagination envelope (§2.10). */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item).describe('The items of this page.'), ...envelope });
export type Page<Item> = { data: Item[] } & z.infer<z.ZodObject<typeof envelope>>;

/** Puts a page's items into the envelope. `total` counts all matches. */
export function toPage<Item>(data: Item[], total: number, { limit, offset }: PageQuery): Page<Item> {
  return { data, total, limit, offset, has_more: offset + data.length < total };
}

/**
 * All items of a list, page by page, in one envelope. An item that moves to the next page because newer ones
 * come in is returned once, by `keyOf`.
 */
export async function readWhole<Item>(
  readPage: (page: PageQuery) => Promise<Pick<Page<Item>, 'data' | 'has_more'>>,
  keyOf: (item: Item) => string,
): Promise<Page<Item>> {
  const items = new Map<string, Item>();
  let offset = 0;
  let more = true;
  while (more) {
    const page = await readPage({ limit: longestPage, offset });
    for (const item of page.data) items.set(keyOf(item), item);
    offset += page.data.length;
    more = page.has_more && page.data.length > 0;
  }
  const data = [...items.values()];
  return toPage(data, data.length, { limit: Math.max(longestPage, data.length), offset: 0 });
}
