import { nilId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { Context } from '../../context.ts';
import { withoutPerson } from '../../people/index.ts';
import type { Scrubbing } from '../../person-part.ts';
import { lockWave } from '../waves/queries.ts';
import { listWavesToScrub, saveWaveTexts } from './scrub-queries.ts';

const wavesPerPage = 1_000;

/** Takes the person out of the names and filters of waves, to the end. */
export async function scrubWaves(
  { sql }: Pick<Context, 'sql'>,
  { erasure, isPerson }: Scrubbing,
): Promise<boolean> {
  const { accountId } = erasure;
  for (let after = nilId; ; ) {
    const waves = await listWavesToScrub(sql, erasure, after, wavesPerPage);
    for (const { id, ...texts } of waves) {
      const { name, filter } = await withoutPerson(texts, isPerson);
      if (name === texts.name && filter === texts.filter) continue;
      const scrubbed = { name: name === texts.name ? name : null, filter };
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
