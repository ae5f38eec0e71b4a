import type { Trend, TrendQuery } from '../../../../../shared/list/stats/read-trend.ts';
import { addDays } from '../../../../../shared/list/stats/window.ts';
import type { FormError, FormValues } from '../../../pages.ts';
import { Field, Submit } from '../../../parts/form.tsx';
import { toUrl } from '../../../parts/pager.tsx';

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
  /** Other parameters of the page that stay. */
  readonly kept?: FormValues;
}

/** Chooses the window of the statistics: links to usual ones, and a form for any other. */
export function WindowForm({ path, trend, period, formError, days, kept = {} }: WindowFormProps) {
  const { window } = trend;
  const problem = formError && toProblem(formError.message);
  return (
    <div class="row spread window">
      <Periods path={path} trend={trend} period={period} days={days} kept={kept} />
      <form action={path} class="row">
        <input type="hidden" name="shown" value={`${window.from}_${window.to}`} />
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={String(value)} />
        ))}
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

/** Links to the usual windows. */
export function Periods({
  path,
  trend: { window, today },
  period,
  days,
  kept = {},
}: Omit<WindowFormProps, 'formError'>) {
  const preset = presets.find(([count]) => window.to === today && window.from === addDays(today, 1 - count));
  const shown = period ?? (preset && `${preset[0]}`);
  const link = (value: string, label: string) => (
    <li key={value}>
      <a href={toUrl(path, { period: value, ...kept })} aria-current={value === shown ? 'true' : undefined}>
        {label}
      </a>
    </li>
  );
  return (
    <nav aria-label="Period">
      <ul class="choices">
        {presets
          .filter(([count]) => days === null || count <= days)
          .map(([count, label]) => link(`${count}`, label))}
        {days === null && link('all', 'All time')}
      </ul>
    </nav>
  );
}

/** The field that a refusal such as `from: must not be after to` is about, and the problem for people. */
function toProblem(refusal: string): { name: string; message: string } {
  const [, name = 'from', message = refusal] = /^(from|to): (.*)$/is.exec(refusal) ?? [];
  return { name: name.toLowerCase(), message: message.replace(/\bto\b$/, '“To”') };
}

/** `period=all` or a number of days; undefined for anything else. */
export function periodOf({ period }: FormValues): TrendQuery['period'] {
  if (period === 'all') return period;
  return typeof period === 'string' && /^[1-9]\d{0,3}$/.test(period) && Number(period) <= 3_650
    ? Number(period)
    : undefined;
}
