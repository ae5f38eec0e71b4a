import { startDeployment } from '../../support/deployment/deployment.ts';
import { type FaultRun, missedOne } from '../fault-run.ts';
import { measureAnswerTimes } from './intruders/answer-times.ts';
import { injectIntoMails } from './intruders/injected-mails.ts';
import { overrunLimits } from './intruders/limits.ts';
import { useRevokedKeys } from './intruders/revoked-keys.ts';

/**
 * What those try who want more than is theirs, against two web processes and a mail server: more calls than the limits, with made-up
 * addresses too; revoked keys; mails to others by what people sign up with; keys and users told by the time of an answer. With
 * `plantedBug` the harness helps them: each must be noticed.
 */
export const intruders: FaultRun = async ({ plantedBug, seed }) => {
  const deployment = await startDeployment({ webs: 2, workers: 0 }, { TRUST_PROXY: '0' });
  try {
    const tries = [
      ['calls over the limits', () => overrunLimits(deployment, plantedBug)],
      ['revoked keys', () => useRevokedKeys(deployment, plantedBug)],
      ['values that would be headers', () => injectIntoMails(seed, plantedBug)],
      ...(plantedBug
        ? []
        : [['answers that take their time', () => measureAnswerTimes(deployment)] as const]),
    ] as const;
    const complaints: Record<string, readonly string[]> = {};
    for (const [name, attempt] of tries) {
      deployment.progress.show(name);
      const result = await attempt();
      deployment.progress.end();
      console.log(name);
      console.table(result.figures);
      complaints[name] = result.wrong;
    }
    const wrong = Object.values(complaints).flat();
    for (const line of wrong.slice(0, 20)) console.error(line);
    return plantedBug ? missedOne(complaints) : wrong.length === 0;
  } finally {
    await deployment.close();
  }
};
