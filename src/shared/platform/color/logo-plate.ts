import { contrastOf } from './legible.ts';

/** A logo that is dark, or light, enough to vanish on a ground like it. */
export type LogoTone = 'dark' | 'light';

/** The grounds that logos of a tone are put on where they would vanish: quiet, and not the page's own. */
export const plates: Readonly<Record<LogoTone, string>> = { dark: '#f4f4f5', light: '#18181b' };

/** Below it a color is lost on a ground. Dark ones are told apart worse than the formula says. */
const lostBelow: Readonly<Record<LogoTone, number>> = { dark: 2, light: 1.4 };

/** Whether a color of a tone is lost on a ground. */
export const isLost = (color: string, ground: string, tone: LogoTone): boolean =>
  contrastOf(color, ground) < lostBelow[tone];

/** The ending of a logo's name that says its tone. */
export const endingOf = (tone: LogoTone | null): string => (tone === null ? '' : `-${tone}`);

/** The tone of a logo of this service, by its URL or path; null for one that has none, and for others. */
export function logoTone(url: string | null): LogoTone | null {
  const [, tone] = /\/brand\/[\w-]{24}-(dark|light)\.\w+$/.exec(url ?? '') ?? [];
  return (tone as LogoTone | undefined) ?? null;
}

/** What the logo at a URL needs behind it on a ground; null for nothing. */
export function plateFor(logo: string | null, ground: string): string | null {
  const tone = logoTone(logo);
  if (tone === null) return null;
  const plate = plates[tone];
  const likeIt = plates[tone === 'dark' ? 'light' : 'dark'];
  return isLost(likeIt, ground, tone) ? plate : null;
}
