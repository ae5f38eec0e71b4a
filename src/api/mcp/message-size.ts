/** Far more keys and items than any client's message holds beside the arguments of its call: in one place, and in all. */
const mostInOne = 1_000;
const mostInAll = 10_000;

/**
 * Whether a message holds more than that. The SDK looks at each part several times, so this is asked first. What the arguments hold is
 * the tool's to look at: the SDK reads their names alone.
 */
export function isOverfull(message: unknown): boolean {
  const args: unknown = Object(Object(message).params).arguments;
  const open: unknown[] = [message];
  let parts = 0;
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const children: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    parts += children.length;
    if (children.length > mostInOne || parts > mostInAll) return true;
    if (value !== args) open.push(...children);
  }
  return false;
}
