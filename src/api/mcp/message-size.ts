/** Limits of keys and items, apart from the arguments of the call. Real messages have far fewer. */
const maxPerValue = 1_000;
const maxInTotal = 10_000;

/**
 * Whether a message has too many keys or items.
 * Checked before the SDK, which visits each of them several times.
 * The values of the arguments are not counted: the SDK does not visit them, and the tool validates them.
 */
export function isTooLarge(message: unknown): boolean {
  const args: unknown = Object(Object(message).params).arguments;
  const stack: unknown[] = [message];
  let total = 0;
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const children: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    total += children.length;
    if (children.length > maxPerValue || total > maxInTotal) return true;
    if (value !== args) stack.push(...children);
  }
  return false;
}
