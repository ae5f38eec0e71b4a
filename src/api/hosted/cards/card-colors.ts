import type { BrandSettings } from '../../../shared/capabilities/branding/settings.ts';
import {
  contrastOf,
  legibleOn,
  mixed,
  textContrast,
  textOn,
} from '../../../shared/platform/color/legible.ts';
import { plateFor } from '../../../shared/platform/color/logo-plate.ts';
import type { CardColors } from './drawing/card-content.ts';

const neutral = {
  light: { ground: '#ffffff', text: '#18181b' },
  dark: { ground: '#0c0c0e', text: '#fafafa' },
} as const;
/** Shapes must be seen, and need not be read. */
const shapeContrast = 1.25;
/** White letters on a color look better than black ones. Large ones can be read from here on (WCAG 2 AA). */
const largeWhiteContrast = 3;
/** How much of its color is in the ground of a brand that has chosen none. */
const tint = 0.05;

/** The colors of a card, legible whatever the brand. */
export function cardColors({
  logo = null,
  color,
  background,
  theme,
}: Pick<BrandSettings, 'color' | 'background' | 'theme'> & Partial<Pick<BrandSettings, 'logo'>>): CardColors {
  const base = neutral[theme === 'dark' ? 'dark' : 'light'];
  const ground = background ?? mixed(base.ground, color ?? base.text, tint);
  const text = legibleOn(
    textOn(ground) === '#000000' ? neutral.light.text : neutral.dark.text,
    [ground],
    textContrast,
  );
  const isSeen = color !== null && contrastOf(color, ground) >= shapeContrast;
  const button = isSeen ? color : text;
  const onButton = contrastOf(button, '#ffffff') >= largeWhiteContrast ? '#ffffff' : textOn(button);
  return {
    ground,
    plate: plateFor(logo, ground),
    text,
    muted: legibleOn(mixed(text, ground, 0.35), [ground], textContrast),
    button,
    onButton,
    accent: button,
  };
}
