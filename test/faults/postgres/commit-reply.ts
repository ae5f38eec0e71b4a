import { type Deployment, startDeployment } from '../../support/deployment/deployment.ts';
import { startTcpProxy, throughPort } from '../../support/network/tcp-proxy.ts';
import { withholdAnswers } from '../../support/network/withheld-answer.ts';
import { checkCounts } from '../../support/storm/check-counts.ts';
import { checkHistory } from '../../support/storm/check-history.ts';
import { type FaultRun, report } from '../fault-run.ts';
import { startLoad } from '../support/load.ts';
import { startWebs } from '../support/web-processes.ts';

const unansweredInFull = 1_000;
const unansweredWithPlantedBug = 50;
const perKill = 20;

/**
 * Between Postgres and each of two web processes stands a proxy. It keeps the answer to a committed batch of signups for itself, and the
 * process is killed with SIGKILL: every call of the batch is stored and not answered. The callers ask again and must be told of the rows
 * that are there. With `plantedBug` the harness takes such a batch away before they do.
 */
export const commitReply: FaultRun = async ({ plantedBug, seed }) => {
  const committedUnanswered = plantedBug ? unansweredWithPlantedBug : unansweredInFull;
  const deployment = await startDeployment({ webs: 0, workers: 0 });
  const answers = [withholdAnswers(), withholdAnswers()];
  const port = Number(new URL(deployment.env.DATABASE_URL ?? '').port);
  const proxies = await Promise.all(answers.map(({ relay }) => startTcpProxy(port, relay)));
  const webs = await startWebs(
    proxies.map((proxy) => ({
      ...deployment.env,
      DATABASE_URL: throughPort(deployment.env.DATABASE_URL ?? '', proxy.port),
    })),
  );
  try {
    const list = await deployment.makeWaitlist();
    const load = startLoad({
      ...list,
      urls: webs.urls,
      concurrency: 256,
      repeats: 0.05,
      referrals: 0.05,
      retry: true,
      seed,
    });
    const withheld: string[] = [];
    let kills = 0;
    while (withheld.length < committedUnanswered) {
      deployment.progress.show(
        `${withheld.length} of ${committedUnanswered} signups committed and not answered`,
      );
      await Promise.all(
        answers.map(async (answer, index) => {
          withheld.push(...(await answer.withhold(perKill)));
          kills += 1;
          const replaced = webs.replace(index);
          if (plantedBug) await removeNewestBatch(deployment, list.waitlist);
          await replaced;
        }),
      );
    }
    const history = await load.stop();
    deployment.progress.show('Checking');
    const told = new Set(history.signups.map(({ body }) => body?.id));
    const untold = withheld.filter((id) => !told.has(id));
    const wrong = [
      ...(await checkHistory(deployment.sql, list.waitlist, history)),
      ...(await checkCounts(deployment.sql, webs.urls[0] ?? '', list)),
      ...untold.map((id) => `${id} was committed, and its caller was never told of it`),
    ];
    deployment.progress.end();
    return report(
      {
        calls: load.seen.length,
        kills,
        'signups committed and not answered': withheld.length,
        'of them told when asked again': withheld.length - untold.length,
      },
      wrong,
    );
  } finally {
    await webs.stop();
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await deployment.close();
  }
};

/** A batch has one time. */
async function removeNewestBatch({ sql }: Deployment, waitlist: string): Promise<void> {
  await sql`
    DELETE FROM signups WHERE waitlist_id = ${waitlist} AND created_at = (
      SELECT max(created_at) FROM signups WHERE waitlist_id = ${waitlist})`;
}
