import type { FormValues } from '../pages.ts';

interface CheckboxProps {
  readonly name: string;
  readonly label: string;
  /** The submitted values of a rejected form. Browsers leave out unchecked boxes. */
  readonly values?: FormValues | undefined;
  readonly initial?: boolean | undefined;
}

/** A checkbox, submitted as `on`. */
export function Checkbox({ name, label, values, initial = false }: CheckboxProps) {
  return (
    <label class="inline">
      <input type="checkbox" name={name} checked={values ? values[name] === 'on' : initial} />
      {label}
    </label>
  );
}
