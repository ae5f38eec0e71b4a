import type { FormValues } from '../pages.ts';
import { useEntered } from './form.tsx';

interface CheckboxProps {
  readonly name: string;
  readonly label: string;
  /** What was entered, if not in a rejected `Form`, whose fields know it. */
  readonly values?: FormValues | undefined;
  readonly initial?: boolean | undefined;
}

/** A checkbox, submitted as `on`. Browsers leave out unchecked boxes. */
export function Checkbox({ name, label, values, initial = false }: CheckboxProps) {
  const enteredInForm = useEntered();
  const entered = values ?? enteredInForm;
  return (
    <label class="inline">
      <input type="checkbox" name={name} checked={entered ? entered[name] === 'on' : initial} />
      {label}
    </label>
  );
}
