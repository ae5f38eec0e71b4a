import type { components } from './api-types.ts';

type EventPage = components['schemas']['EventPage'];

/** An event of the feed, with the cursor to go on behind it. */
export interface EventWithCursor {
  readonly event: components['schemas']['FeedEvent'];
  /**
   * Keep it once the event is handled, and pass it as `after` next time. It is that of the page before until
   * the page's last event: an event may come again after a crash, and none is left out.
   */
  readonly cursor: string | undefined;
}

/** The largest page that the API allows. */
const limit = 200;

/** Every event behind `after`, oldest first, fetched page by page, up to the last one there is. */
export async function* eachEvent<Options extends { readonly after?: string | undefined }>(
  readPage: (options: Options & { readonly limit: number }) => Promise<EventPage>,
  options: Options,
): AsyncGenerator<EventWithCursor, void, undefined> {
  let cursor: string | undefined = options.after;
  for (;;) {
    const page = await readPage({ ...options, ...(cursor !== undefined && { after: cursor }), limit });
    for (const [index, event] of page.data.entries()) {
      const isLast = index === page.data.length - 1;
      yield { event, cursor: isLast ? page.next_cursor : cursor };
    }
    cursor = page.next_cursor;
    if (!page.has_more) return;
  }
}
