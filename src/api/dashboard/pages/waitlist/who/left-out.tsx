import { Facts } from '../../../parts/facts.tsx';
import { formatCount } from '../../../parts/format.tsx';

interface LeftOutProps<Reason extends string> {
  /** How many, by the reason. */
  readonly counts: Readonly<Record<Reason, number>>;
  readonly texts: Readonly<Record<Reason, string>>;
  /** What else leaves people out. */
  readonly more?: readonly (readonly [text: string, count: number])[];
  /** Where the people behind a count are; left out where they are nowhere. */
  readonly hrefOf?: ((reason: Reason) => string | undefined) | undefined;
}

/** Why people who match are left out; nothing if nobody is. */
export function LeftOut<Reason extends string>({ counts, texts, more = [], hrefOf }: LeftOutProps<Reason>) {
  const reasons = Object.entries<string>(texts).map(
    ([reason, text]) => [text, counts[reason as Reason] ?? 0, hrefOf?.(reason as Reason)] as const,
  );
  const shown = [...reasons, ...more.map((each) => [...each, undefined] as const)].filter(
    ([, count]) => count > 0,
  );
  if (shown.length === 0) return null;
  return (
    <Facts
      of={shown.map(([text, count, href]) => [
        text,
        href === undefined ? formatCount(count) : <a href={href}>{formatCount(count)}</a>,
      ])}
    />
  );
}
