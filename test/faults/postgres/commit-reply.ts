import { type Deployment, startDeployment } from '../../support/deployment/deployment.ts';
import { startTcpProxy, throughPort } from '../../support/network/tcp-proxy.ts';
import { withholdAnswers } from '../../support/network/withheld-answer.ts';
import { checkCounts } from '../../support/storm/check-counts.ts';
import { checkHistory } from '../../support/storm/check-history.ts';
import { type FaultRun, report } from '../fault-run.ts';
import { startLoad } from '../support/load.ts';
import { startWebs } from '../support/web-processes.ts';

/** Signups that are committed and not answered. */
const fullCount = 1_000;
const plantedBugCount = 50;
/** The fewest of one batch. */
const perKill = 20;

/**
 * A proxy between Postgres and each of two web processes withholds the answer to a committed batch of
 * signups. Then the process is killed: every signup of the batch is stored and not answered. The clients
 * repeat their calls and must get the stored signups. With `plantedBug` the run deletes such a batch first.
 */
export const commitReply: FaultRun = async ({ plantedBug, seed }) => {
  const count = plantedBug ? plantedBugCount : fullCount;
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
    while (withheld.length < count) {
      deployment.progress.show(`${withheld.length} of ${count} signups committed and not answered`);
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
    const answered = new Set(history.signups.map(({ body }) => body?.id));
    const unanswered = withheld.filter((id) => !answered.has(id));
    const wrong = [
      ...(await checkHistory(deployment.sql, list.waitlist, history)),
      ...(await checkCounts(deployment.sql, webs.urls[0] ?? '', list)),
      ...unanswered.map((id) => `${id} was committed, and no repeated call returned it`),
    ];
    deployment.progress.end();
    return report(
      {
        calls: load.seen.length,
        kills,
        'signups committed and not answered': withheld.length,
        'of them returned to a repeated call': withheld.length - unanswered.length,
      },
      wrong,
    );
  } finally {
    await webs.stop();
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await deployment.close();
  }
};

/** All rows of a batch have the same time. */
async function removeNewestBatch({ sql }: Deployment, waitlist: string): Promise<void> {
  await sql`
    DELETE FROM signups WHERE waitlist_id = ${waitlist} AND created_at = (
      SELECT max(created_at) FROM signups WHERE waitlist_id = ${waitlist})`;
}
