import { nilId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import { filterInSlices } from '../../../platform/process/slices.ts';
import type { Context } from '../../context.ts';
import { mentions } from '../../people/index.ts';
import type { IsPerson, Scrubbing } from '../../person-part.ts';
import { lockWave } from '../waves/queries.ts';
import { listWavesToScrub, saveWaveTexts, type WaveTexts } from './scrub-queries.ts';

const wavesPerPage = 1_000;
/** In place of a value: without one, people would be selected who do not meet the filter. */
const erasedValue = '(erased)';

/** Takes the person out of the names and filters of waves, to the end. */
export async function scrubWaves(
  { sql }: Pick<Context, 'sql'>,
  { erasure, isPerson }: Scrubbing,
): Promise<boolean> {
  const { accountId } = erasure;
  for (let after = nilId; ; ) {
    const waves = await listWavesToScrub(sql, erasure, after, wavesPerPage);
    for (const { id, ...texts } of waves) {
      const scrubbed = await toScrubbed(texts, isPerson);
      if (!scrubbed) continue;
      await transaction(sql, async (tx) => {
        await lockWave(tx, { accountId, id });
        await saveWaveTexts(tx, { accountId, id }, scrubbed);
      });
    }
    const last = waves.at(-1);
    if (!last || waves.length < wavesPerPage) return true;
    after = last.id;
  }
}

/** The texts without the person; undefined if they do not name them. */
async function toScrubbed({ name, filter }: WaveTexts, isPerson: IsPerson): Promise<WaveTexts | undefined> {
  const { fields = {}, not_fields: notFields = {}, utm_source: source } = filter;
  const named = await filterInSlices(
    [name, source, ...Object.values(fields), ...Object.values(notFields)],
    (value) => typeof value === 'string' && mentions(value, isPerson),
  );
  if (named.length === 0) return undefined;
  const isOf = (value: unknown) => (named as unknown[]).includes(value);
  const without = (values: object) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, isOf(value) ? erasedValue : value]),
    );
  return {
    name: isOf(name) ? null : name,
    filter: {
      ...filter,
      ...(filter.fields && { fields: without(fields) }),
      ...(filter.not_fields && { not_fields: without(notFields) }),
      ...(isOf(source) && { utm_source: erasedValue }),
    },
  };
}
