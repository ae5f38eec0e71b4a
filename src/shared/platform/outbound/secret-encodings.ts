/** In base64, shorter secrets are a few characters, which an ordinary text may hold as well. */
const shortestInBase64 = 8;

/**
 * The forms in which a secret may appear in an answer that repeats the request: as it is, in JSON, in a URL,
 * and in base64 at each of the three offsets, as in a header of basic authentication. None for an empty one.
 */
export function secretEncodings(secret: string): string[] {
  if (secret === '') return [];
  const inBase64 =
    secret.length < shortestInBase64 ? [] : [0, 1, 2].map((before) => base64Within(secret, before));
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), ...inBase64];
}

/** The characters of the base64 that depend on the secret alone, with so many bytes before it. */
function base64Within(secret: string, before: number): string {
  const bytes = Buffer.from('\0'.repeat(before) + secret);
  return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
}
