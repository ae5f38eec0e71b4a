import type { ComponentChildren } from 'preact';

/** A name and what it stands for; false is left out. */
export type Fact = readonly [name: string, value: ComponentChildren] | false;

interface FactsProps {
  readonly of: readonly Fact[];
  /** Said in place of an empty list. */
  readonly none?: string;
}

/** What is known of something, one fact a line. Line breaks in a text are kept. */
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
