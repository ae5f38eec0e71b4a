import { startDeployment } from '../../support/deployment/deployment.ts';
import { type FaultRun, missedOne } from '../fault-run.ts';
import { measureAnswerTimes } from './intruders/answer-times.ts';
import { injectIntoMails } from './intruders/injected-mails.ts';
import { overrunLimits } from './intruders/limits.ts';
import { useRevokedKeys } from './intruders/revoked-keys.ts';

/**
 * Attacks on two web processes and a mail server: more calls than the limits allow, forged client addresses,
 * revoked keys, header injection into mails, and timing of refused keys and passwords. With `plantedBug` the
 * run makes each attack succeed.
 */
export const intruders: FaultRun = async ({ plantedBug, seed }) => {
  const deployment = await startDeployment({ webs: 2, workers: 0 }, { TRUST_PROXY: '0' });
  try {
    const attacks = [
      ['calls over the limits', () => overrunLimits(deployment, plantedBug)],
      ['revoked keys', () => useRevokedKeys(deployment, plantedBug)],
      ['header injection', () => injectIntoMails(seed, plantedBug)],
      ...(plantedBug ? [] : [['answer times', () => measureAnswerTimes(deployment)] as const]),
    ] as const;
    const problems: Record<string, readonly string[]> = {};
    for (const [name, attack] of attacks) {
      deployment.progress.show(name);
      const result = await attack();
      deployment.progress.end();
      console.log(name);
      console.table(result.figures);
      problems[name] = result.problems;
    }
    const all = Object.values(problems).flat();
    for (const line of all.slice(0, 20)) console.error(line);
    return plantedBug ? missedOne(problems) : all.length === 0;
  } finally {
    await deployment.close();
  }
};
