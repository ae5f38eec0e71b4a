import { expect, test } from 'vitest';
import { checkAgainstModel, type RealService } from '../../support/model/model-check.ts';
import { type Method, useService } from '../../support/service/service.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { triesAll } from '../../support/values/tries-all.ts';

const seed = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);

const service = useService();

test('random calls of several clients get the answers of the model (§2 to §8)', async () => {
  console.log(`MODEL_SEED=${seed}`);
  let callers = 0;
  const real: RealService = {
    ctx: service.ctx,
    async send({ method, path, key, headers, body }) {
      callers += 1;
      const answer = await service.call(method as Method, path, key, {
        headers: { ...headers, 'x-forwarded-for': `10.0.${(callers >> 8) & 255}.${callers & 255}` },
        ...(body !== undefined && { payload: body }),
      });
      return {
        status: answer.statusCode,
        type: String(answer.headers['content-type']),
        text: answer.body,
      };
    },
  };
  const most = { seed, maxCalls: 60 };
  const byAda = await checkAgainstModel(real, { lead: 'ada', runs: triesAll ? 32 : 12, ...most });
  const byBob = await checkAgainstModel(real, { lead: 'bob', runs: triesAll ? 10 : 4, ...most });
  const byTess = await checkAgainstModel(real, { lead: 'tess', runs: triesAll ? 10 : 4, ...most });
  expect(byAda.calls + byBob.calls + byTess.calls).toBeGreaterThan(triesAll ? 500 : 150);
  expect(await findBrokenInvariants(service.sql)).toEqual([]);
});
