import { readFileSync } from 'node:fs';
import { type IconName, iconsFile } from './icon-names.ts';

const shapes = JSON.parse(readFileSync(iconsFile, 'utf8')) as Readonly<Record<IconName, string>>;

interface IconProps {
  readonly name: IconName;
  /** In pixels of the style sheet; 16 beside text. */
  readonly size?: number;
}

/** An icon beside a text that says the same: screen readers skip it. */
export function Icon({ name, size = 16 }: IconProps) {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: shapes[name] }}
    />
  );
}
