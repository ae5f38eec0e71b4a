import { formatCount } from '../format.tsx';

interface DoneBarProps {
  readonly done: number;
  /** Of how many; undefined where nobody knows yet. */
  readonly total: number | undefined;
}

/** How far a job is, in a cell of a table. */
export function DoneBar({ done, total }: DoneBarProps) {
  if (total === undefined || total === 0)
    return (
      <span class="done-bar">
        <progress aria-label="Under way" />
      </span>
    );
  const percent = Math.floor((100 * Math.min(done, total)) / total);
  return (
    <span class="done-bar">
      <progress max={total} value={done} aria-label={`${formatCount(done)} of ${formatCount(total)}`} />
      <small>{percent}%</small>
    </span>
  );
}
