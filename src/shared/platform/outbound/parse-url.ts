/** Beyond every limit of ours. Parsing a host takes time with the square of its length. */
const longestUrl = 4_096;

/**
 * The URL; undefined for a text that is none. `URL.canParse` of Node 20 is wrong about texts with letters
 * such as ü once it has been compiled, which happens after many calls.
 */
export function parseUrl(text: string): URL | undefined {
  if (text.length > longestUrl) return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
