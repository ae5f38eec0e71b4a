/** Calls the waitlist service. Only on the server: the key must not reach a browser. */
export async function callWaitlist(path: string, body: object) {
  const { WAITLIST_URL, WAITLIST_API_KEY } = process.env;
  const answer = await fetch(`${WAITLIST_URL}/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${WAITLIST_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    cache: 'no-store',
  });
  const { error, ...data } = await answer.json();
  if (error) throw new Error(`The waitlist service answered ${answer.status}: ${error.message}`);
  return data;
}
