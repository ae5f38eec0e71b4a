import { type Check, compareClocks, ok, problem, reasonOf } from './check.ts';

const timeoutMs = 5_000;
/** The header is in whole seconds. */
const precisionMs = 1_000;

/** Calls the service as its users do, and compares the clocks. */
export async function checkAddress(baseUrl: string): Promise<Check[]> {
  const url = `${baseUrl}/readyz`;
  const before = Date.now();
  let response: Response;
  try {
    response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    await response.body?.cancel();
  } catch (error) {
    const advice =
      'Check BASE_URL, DNS, the proxy and its certificate. Some networks cannot reach their own public address: then try from outside.';
    return [problem('address', `${url} cannot be reached: ${reasonOf(error)}`, advice)];
  }
  const after = Date.now();
  const date = Date.parse(response.headers.get('date') ?? '');
  const clock = Number.isNaN(date)
    ? []
    : [compareClocks('address_clock', 'the web process', date, [before, after], precisionMs)];
  return [describeAnswer(url, response), ...clock];
}

function describeAnswer(url: string, { status, headers }: Response): Check {
  if (status === 200) return ok('address', `${url} answers that the service is ready.`);
  if (status >= 300 && status < 400) {
    const to = headers.get('location') ?? 'another address';
    return problem(
      'address',
      `${url} redirects to ${to}.`,
      'Set BASE_URL to the address without a redirect.',
    );
  }
  if (status === 503)
    return problem(
      'address',
      `${url} answers 503: the service is not ready.`,
      'Look at the log of the web process, and at Postgres.',
    );
  return problem('address', `${url} answers ${status}.`, 'Check that the proxy forwards to the service.');
}
