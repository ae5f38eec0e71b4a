/** Past every limit of ours: what a parser makes of a host takes time with the square of its length. */
const longestUrl = 4_096;

/**
 * The URL, or undefined for a text that is none. `URL.canParse` of Node 20 is wrong about texts with letters like ü once it has been
 * called often enough to be compiled.
 */
export function parseUrl(text: string): URL | undefined {
  if (text.length > longestUrl) return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
