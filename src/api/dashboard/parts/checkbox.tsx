import type { FormValues } from '../pages.ts';

interface CheckboxProps {
  readonly name: string;
  readonly label: string;
  /** What was entered before a refusal: one that was not ticked is not among it. */
  readonly values?: FormValues | undefined;
  readonly initial?: boolean | undefined;
}

/** Something to tick; sent as `on`. */
export function Checkbox({ name, label, values, initial = false }: CheckboxProps) {
  return (
    <label class="inline">
      <input type="checkbox" name={name} checked={values ? values[name] === 'on' : initial} />
      {label}
    </label>
  );
}
