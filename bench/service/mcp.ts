import { startDeployment } from '../../test/support/deployment/deployment.ts';
import { median } from '../../test/support/values/quantiles.ts';

const calls = 400;

/**
 * Compares tool calls at /mcp with REST requests for the same operation. One client sends them alternately.
 */
export async function mcp(): Promise<void> {
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
    const callOf = (name: string) => ({
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
      const [restMs, toolMs]: [number[], number[]] = [[], []];
      for (let call = 0; call < calls; call++) {
        restMs.push(await timed(path, {}));
        toolMs.push(await timed('/mcp', callOf(name)));
      }
      const [rest, tool] = [median(restMs), median(toolMs)];
      rows.push({
        operation: name,
        'REST ms': rest.toFixed(2),
        'tool ms': tool.toFixed(2),
        'difference ms': (tool - rest).toFixed(2),
      });
    }
    console.log(`medians of ${calls} calls`);
    console.table(rows);
  } finally {
    await deployment.close();
  }
}
