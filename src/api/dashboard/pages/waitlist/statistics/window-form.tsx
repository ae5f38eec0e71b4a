import type { Trend } from '../../../../../shared/list/stats/read-trend.ts';
import { addDays } from '../../../../../shared/list/stats/window.ts';
import type { FormError } from '../../../pages.ts';
import { Field, Submit } from '../../../parts/form.tsx';

/** Windows that end today, in days. */
const presets = [
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
  [365, '12 months'],
] as const;

interface WindowFormProps {
  readonly path: string;
  readonly trend: Trend;
  /** The period in the address; the default one if there are no days in it either. */
  readonly period: string | undefined;
  readonly formError: FormError | undefined;
  /** How many days of statistics the plan includes; null if there is no limit. */
  readonly days: number | null;
}

/** Chooses the window of the statistics: links to usual ones, and a form for any other. */
export function WindowForm({ path, trend: { window, today }, period, formError, days }: WindowFormProps) {
  const problem = formError && toProblem(formError.message);
  const preset = presets.find(([count]) => window.to === today && window.from === addDays(today, 1 - count));
  const shown = period ?? (preset && `${preset[0]}`);
  const link = (value: string, label: string) => (
    <li key={value}>
      <a href={`${path}?period=${value}`} aria-current={value === shown ? 'true' : undefined}>
        {label}
      </a>
    </li>
  );
  return (
    <div class="row spread window">
      <nav aria-label="Period">
        <ul class="choices">
          {presets
            .filter(([count]) => days === null || count <= days)
            .map(([count, label]) => link(`${count}`, label))}
          {days === null && link('all', 'All time')}
        </ul>
      </nav>
      <form action={path} class="row">
        <input type="hidden" name="shown" value={`${window.from}_${window.to}`} />
        {(['from', 'to'] as const).map((name) => (
          <Field
            key={name}
            name={name}
            label={name === 'from' ? 'From' : 'To'}
            type="date"
            values={formError?.values}
            initial={window[name]}
            problem={problem?.name === name ? problem.message : undefined}
          />
        ))}
        <Submit class="quiet">Show</Submit>
      </form>
    </div>
  );
}

/** The field that a refusal such as `from: must not be after to` is about, and the problem for people. */
function toProblem(refusal: string): { name: string; message: string } {
  const [, name = 'from', message = refusal] = /^(from|to): (.*)$/is.exec(refusal) ?? [];
  return { name: name.toLowerCase(), message: message.replace(/\bto\b$/, '“To”') };
}
