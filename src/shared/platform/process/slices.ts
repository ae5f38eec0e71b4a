/**
 * How long work may keep others waiting, in one turn of the event loop; a request needs several. A part of it
 * that cannot be interrupted comes on top, so it is well below what anybody notices.
 */
const sliceMs = 3;

/** When the current turn of the event loop began to do such work; undefined in a turn that has done none. */
let startedAt: number | undefined;
/** Work that has paused, in its order. */
const paused: (() => void)[] = [];

/**
 * Lets everything else that waits have its turn if the work of this turn has taken 3 ms. To be awaited in
 * each loop over as much as an account may store or send. However many loops run at once, one of them goes on
 * in a turn.
 * @returns undefined if there is still time, which may be awaited as well
 */
export function pauseIfDue(): Promise<void> | undefined {
  if (startedAt === undefined) {
    startedAt = performance.now();
    setImmediate(endTurn);
    return undefined;
  }
  if (performance.now() - startedAt < sliceMs) return undefined;
  return new Promise((resolve) => paused.push(resolve));
}

function endTurn(): void {
  startedAt = undefined;
  const goOn = paused.shift();
  if (!goOn) return;
  startedAt = performance.now();
  setImmediate(endTurn);
  goOn();
}

/** Converts each item, and pauses between them where it is due. */
export async function mapInSlices<Item, Result>(
  items: Iterable<Item>,
  convert: (item: Item, index: number) => Result | Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    await pauseIfDue();
    results.push(await convert(item, results.length));
  }
  return results;
}

/** The items that are accepted; pauses between them where it is due. */
export async function filterInSlices<Item>(
  items: Iterable<Item>,
  accepts: (item: Item) => boolean | Promise<boolean>,
): Promise<Item[]> {
  const accepted: Item[] = [];
  for (const item of items) {
    await pauseIfDue();
    if (await accepts(item)) accepted.push(item);
  }
  return accepted;
}
