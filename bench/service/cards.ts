import { monitorEventLoopDelay } from 'node:perf_hooks';
import { cardColors } from '../../src/api/hosted/cards/card-colors.ts';
import { openCardStore } from '../../src/api/hosted/cards/card-store.ts';
import { cardTexts } from '../../src/api/hosted/cards/card-texts.ts';
import type { CardContent } from '../../src/api/hosted/cards/drawing/card-content.ts';
import { drawCard } from '../../src/api/hosted/cards/drawing/draw-card.ts';
import { locales } from '../../src/shared/platform/language/locales.ts';
import { median, quantile } from '../../test/support/values/quantiles.ts';
import { memoryOf } from '../support/memory.ts';

const rounds = 200;
const goalMs = 300;
const fonts = ['system', 'serif', 'mono', 'rounded'] as const;

/**
 * Draws cards one after the other and two at a time, and asks for them again. Tells what that takes, how long
 * the event loop stands still, and what it costs in memory.
 */
export async function cards(): Promise<void> {
  const before = (await memoryOf(process.pid)).nowMb;
  for (const nth of locales.keys()) await drawCard(contentOf(nth)); // reads the fonts
  const store = openCardStore(drawCard);
  const ask = async (nth: number) => {
    const started = performance.now();
    const { png } = await store.card({ listId: `${nth}`, isPersonal: false, content: contentOf(nth) });
    return { ms: performance.now() - started, bytes: png.length };
  };
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const ways: Record<string, { ms: number; bytes: number }[]> = { one: [], two: [], kept: [] };
  const cpu = process.cpuUsage();
  for (let nth = 0; nth < rounds; nth += 1) ways.one?.push(await ask(nth));
  const { user, system } = process.cpuUsage(cpu);
  for (let nth = rounds; nth < 3 * rounds; nth += 2)
    ways.two?.push(...(await Promise.all([ask(nth), ask(nth + 1)])));
  for (let nth = 0; nth < rounds; nth += 1) ways.kept?.push(await ask(2 * rounds + nth));
  loop.disable();
  const { nowMb, peakMb } = await memoryOf(process.pid);
  const times = (way: string) => (ways[way] ?? []).map(({ ms }) => ms);
  console.log(`${rounds} cards each, in ms`);
  console.table(
    Object.fromEntries(
      Object.keys(ways).map((way) => [
        { one: 'one at a time', two: 'two at a time', kept: 'kept' }[way],
        { p50: rounded(median(times(way))), p95: rounded(quantile(times(way), 0.95)) },
      ]),
    ),
  );
  console.table({
    'p95 of two at a time ÷ the goal': { ratio: rounded(quantile(times('two'), 0.95) / goalMs) },
    'p50 of kept ÷ drawn': { ratio: rounded(median(times('kept')) / median(times('one')), 4) },
  });
  const bytes = (ways.one ?? []).map((card) => card.bytes);
  console.log(
    `A card takes ${rounded((user + system) / 1_000 / rounds)} ms of CPU, of all threads. It has ${Math.round(median(bytes) / 1024)} KiB, at most ${Math.round(Math.max(...bytes) / 1024)}. ` +
      `The event loop stood still for ${rounded(loop.percentile(99.9) / 1e6)} ms (p99.9), at most ${rounded(loop.max / 1e6)}. ` +
      `Memory: ${Math.round(before)} MB before, ${Math.round(nowMb)} after, ${Math.round(peakMb)} at most.`,
  );
}

const rounded = (value: number, digits = 2) => Number(value.toFixed(digits));

/** Contents of all languages, fonts and lengths; each number is a content of its own. */
function contentOf(nth: number): CardContent {
  const language = locales[nth % locales.length] ?? 'en';
  const name =
    language === 'ja' ? 'みらい工房' : 'Orbit, the workspace for people who ship'.slice(0, 5 + (nth % 36));
  const headline =
    nth % 2 === 0 ? 'The calm workspace for people who ship. Early access opens in spring.' : null;
  const color = `#${((nth * 2_654_435_761) % 0xffffff).toString(16).padStart(6, '0')}`;
  return {
    language,
    ...cardTexts(
      { name, total: 2_021 + nth, inviter: nth % 3 === 0 ? 'Ada' : null, brand: { headline, text: null } },
      language,
    ),
    people: 2_021,
    font: fonts[nth % fonts.length] ?? 'system',
    colors: cardColors({ color, background: null, theme: nth % 5 === 0 ? 'dark' : 'auto' }),
    logo: null,
  };
}
