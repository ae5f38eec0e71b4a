/** Reads an export to its end, or aborts it after `upToBytes`. @throws Error after a minute */
export async function drain(
  url: string,
  { key, waitlist }: { key: string; waitlist: string },
  upToBytes = Number.POSITIVE_INFINITY,
): Promise<{ rows: number; bytes: number; seconds: number }> {
  const started = performance.now();
  const abort = new AbortController();
  const response = await fetch(`${url}/v1/waitlists/${waitlist}/signups/export`, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.any([abort.signal, AbortSignal.timeout(60_000)]),
  });
  let [bytes, lines] = [0, 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
    if (bytes >= upToBytes) break;
  }
  abort.abort();
  return { rows: lines - 1, bytes, seconds: (performance.now() - started) / 1000 };
}
