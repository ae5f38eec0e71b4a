import type { ComponentChildren } from 'preact';
import { Picture, type PictureName } from './pictures.tsx';

interface EmptyProps {
  readonly picture: PictureName;
  /** What there is none of yet, or what it is good for. */
  readonly title: string;
  /** What will be here, in a sentence. */
  readonly about: ComponentChildren;
  /** How one gets there, where that is not plain. */
  readonly steps?: readonly string[];
  /** The button, or the command, that leads to the first one. */
  readonly children?: ComponentChildren;
  /** Of the heading, unique on the page. */
  readonly id?: string;
}

/** What a page shows in place of what it has none of yet: what will be here, and the way to the first. */
export function Empty({ picture, title, about, steps = [], children, id = 'empty' }: EmptyProps) {
  return (
    <section class="card teaching" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p>{about}</p>
        {steps.length > 0 && (
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
        {children}
      </div>
      <Picture name={picture} />
    </section>
  );
}

interface NothingFoundProps {
  /** What was looked for: `signups`. */
  readonly of: string;
  /** What was asked for, each with its value. */
  readonly asked: readonly (readonly [name: string, value: string])[];
  /** The page without it. */
  readonly clear: string;
  readonly clears?: string;
}

/** What a search that finds nothing shows in place of its rows: what was asked for, and the way back. */
export function NothingFound({ of, asked, clear, clears = 'Clear filters' }: NothingFoundProps) {
  return (
    <div class="nothing">
      <Picture name="lens" width={152} />
      <div>
        <p>
          <strong>No {of} found</strong>
        </p>
        <p class="soft">
          {asked.map(([name, value], at) => (
            <>
              {at > 0 && ', '}
              {name}: <b>{value}</b>
            </>
          ))}
        </p>
        <a class="button quiet small" href={clear}>
          {clears}
        </a>
      </div>
    </div>
  );
}
