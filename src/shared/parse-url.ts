/**
 * The URL, or undefined for a text that is none. `URL.canParse` of Node 20 is wrong about texts with letters like ü once it has been
 * called often enough to be compiled.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
