import { Icon } from '../../parts/icons/icon.tsx';
import { iconNames } from '../../parts/icons/icon-names.ts';

const grounds = ['ground', 'side', 'card', 'hover', 'line', 'edge'];
const inks = ['ink', 'soft', 'accent', 'accent-strong', 'good', 'warn', 'bad'];
const tints = ['accent-ground', 'good-ground', 'warn-ground', 'bad-ground'];
const sizes = ['figure', 'title', 'text-l', 'text', 'text-s'];
const weights = [400, 500, 600];
const spaces = [4, 8, 12, 16, 24, 32];

/** Colors, type, space and icons. */
export function Tokens() {
  return (
    <>
      <div class="card">
        <h2>Colors</h2>
        <ul class="swatches">
          {[...grounds, ...inks, ...tints].map((name) => (
            <li key={name}>
              <svg width="100%" height="40" aria-hidden="true">
                <rect width="100%" height="40" rx="6" fill={`var(--${name})`} stroke="var(--line)" />
              </svg>
              <code>{name}</code>
            </li>
          ))}
        </ul>
      </div>
      <div class="card">
        <h2>Type</h2>
        {sizes.map((name) => (
          <svg key={name} width="100%" height="40" role="img" aria-label={`Inter in the size ${name}`}>
            {weights.map((weight, index) => (
              <text
                key={weight}
                x={`${index * 33}%`}
                y="28"
                fill="var(--ink)"
                font-size={`var(--${name})`}
                font-weight={weight}
              >
                {index === 0 ? name : weight}
              </text>
            ))}
          </svg>
        ))}
      </div>
      <div class="card">
        <h2>Space</h2>
        <ul class="swatches">
          {spaces.map((pixels) => (
            <li key={pixels}>
              <svg width={pixels} height={pixels} aria-hidden="true">
                <rect width={pixels} height={pixels} fill="var(--accent)" />
              </svg>
              <code>{pixels}</code>
            </li>
          ))}
        </ul>
      </div>
      <div class="card">
        <h2>Icons</h2>
        <ul class="swatches">
          {iconNames.map((name) => (
            <li key={name}>
              <Icon name={name} />
              <small>{name}</small>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
