import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinReasons, weighReasons } from '../../../../src/shared/capabilities/trust/weigh-reasons.ts';
import { reasonActions, reasonCodes, reasonDefaults } from '../../../../src/shared/list/signals/reasons.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

test('reasons come to what the settings say; the pace alone needs no person (N4)', () => {
  expect(weighReasons(reasonDefaults, [])).toEqual({ verdict: 'ok', needsPerson: false });
  expect(weighReasons(reasonDefaults, ['network', 'scripted'])).toEqual({
    verdict: 'flagged',
    needsPerson: false,
  });
  expect(weighReasons(reasonDefaults, ['velocity'])).toEqual({ verdict: 'withheld', needsPerson: false });
  expect(weighReasons(reasonDefaults, ['velocity', 'bounced'])).toEqual({
    verdict: 'withheld',
    needsPerson: true,
  });
  expect(joinReasons({ ...reasonDefaults, alias: 'ignore' }, ['bounced', 'alias'], ['bounced'])).toEqual([
    'bounced',
  ]);
});

test('the database weighs them in the same way (N4)', async () => {
  const actions = fc.record(
    Object.fromEntries(reasonCodes.map((code) => [code, fc.constantFrom(...reasonActions)])) as Record<
      (typeof reasonCodes)[number],
      fc.Arbitrary<(typeof reasonActions)[number]>
    >,
  );
  await fc.assert(
    fc.asyncProperty(actions, fc.subarray([...reasonCodes]), async (reasons, codes) => {
      const policy = JSON.stringify({ reasons });
      const [row] = await service.sql`
        SELECT verdict, is_hard AS "needsPerson" FROM weigh_reasons(${policy}::text::jsonb, ${codes}::text[])`;
      expect(row).toEqual(weighReasons(reasons, codes));
    }),
    { numRuns: 100 },
  );
});
