/** Shorter ones stand in base64 as a few characters, which a sentence may hold as well. */
const shortestInBase64 = 8;

/**
 * How a secret may stand in an answer that repeats the request: as it is, within JSON, within a URL, or within base64, as in a header
 * of basic authentication, wherever in its groups of three bytes it begins. None for an empty one.
 */
export function secretEncodings(secret: string): string[] {
  if (secret === '') return [];
  const inBase64 =
    secret.length < shortestInBase64 ? [] : [0, 1, 2].map((before) => base64Within(secret, before));
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), ...inBase64];
}

/** The characters that stand for the secret alone where so many bytes come before it. */
function base64Within(secret: string, before: number): string {
  const bytes = Buffer.from('\0'.repeat(before) + secret);
  return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
}
