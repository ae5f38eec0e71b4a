import type { ComponentChildren } from 'preact';
import { useEntered } from '../form.tsx';

interface MoreProps {
  /** What the fields are about, such as "Logo and color". */
  readonly label: string;
  /** Whether it is open from the beginning. */
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}

/**
 * Fields of a form that are seldom wanted, folded away. Open if the form was refused: that may be about one
 * of them.
 */
export function More({ label, isOpen = false, children }: MoreProps) {
  const isRefused = useEntered() !== undefined;
  return (
    <details class="more" open={isOpen || isRefused}>
      <summary class="button quiet small">{label}</summary>
      <div class="fields">{children}</div>
    </details>
  );
}
