import type { ComponentChildren } from 'preact';

/** A name and a value; false is left out. */
type Fact = readonly [name: string, value: ComponentChildren] | false;

interface FactsProps {
  readonly of: readonly Fact[];
  /** Shown instead of an empty list. */
  readonly none?: string;
}

/** A list of names and values. Line breaks in values are preserved. */
export function Facts({ of, none }: FactsProps) {
  const facts = of.filter((fact) => fact !== false);
  if (facts.length === 0) return <p class="soft">{none}</p>;
  return (
    <dl>
      {facts.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd class="text">{value}</dd>
        </>
      ))}
    </dl>
  );
}
