import { startDeployment } from '../test/support/deployment/deployment.ts';
import { median } from '../test/support/values/quantiles.ts';

const calls = 400;

/** A call of a tool at /mcp beside the request of the same operation over REST, one after the other in turn, from one client. */
export async function tools(): Promise<void> {
  const deployment = await startDeployment({ webs: 1, workers: 0 });
  try {
    const { key, waitlist } = await deployment.makeWaitlist();
    const [url = ''] = deployment.urls;
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const timed = async (path: string, init: RequestInit) => {
      const started = performance.now();
      const response = await fetch(`${url}${path}`, { headers, ...init });
      await response.text();
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
      return performance.now() - started;
    };
    const tool = (name: string) => ({
      method: 'POST',
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: { waitlistId: waitlist } },
      }),
    });
    const pairs = [
      ['list_signups', `/v1/waitlists/${waitlist}/signups`],
      ['get_waitlist_stats', `/v1/waitlists/${waitlist}/stats`],
    ] as const;
    const rows = [];
    for (const [name, path] of pairs) {
      const [rest, mcp]: [number[], number[]] = [[], []];
      for (let call = 0; call < calls; call++) {
        rest.push(await timed(path, {}));
        mcp.push(await timed('/mcp', tool(name)));
      }
      const [restMs, toolMs] = [median(rest), median(mcp)];
      rows.push({
        operation: name,
        'REST ms': restMs.toFixed(2),
        'tool ms': toolMs.toFixed(2),
        'difference ms': (toolMs - restMs).toFixed(2),
      });
    }
    console.log(`medians of ${calls} calls each`);
    console.table(rows);
  } finally {
    await deployment.close();
  }
}
