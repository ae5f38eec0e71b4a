import type { ComponentChildren } from 'preact';
import type { FormValues } from '../pages.ts';
import { useEntered } from './form.tsx';

interface CheckboxProps {
  readonly name: string;
  readonly label: string;
  /** What was entered, if not in a rejected `Form`, whose fields know it. */
  readonly values?: FormValues | undefined;
  readonly initial?: boolean | undefined;
  readonly hint?: ComponentChildren;
  /** What is wrong with the stored choice. Shown instead of the hint. */
  readonly problem?: string | undefined;
}

/** A checkbox, submitted as `on`. Browsers leave out unchecked boxes. */
export function Checkbox({ name, label, values, initial = false, hint, problem }: CheckboxProps) {
  const enteredInForm = useEntered();
  const entered = values ?? enteredInForm;
  return (
    <label class="inline">
      <input type="checkbox" name={name} checked={entered ? entered[name] === 'on' : initial} />
      <span>
        {label}
        {(problem ?? hint) !== undefined && (
          <small class={problem === undefined ? undefined : 'problem'}>{problem ?? hint}</small>
        )}
      </span>
    </label>
  );
}
