import type { ComponentChildren } from 'preact';
import type { FormValues } from '../pages.ts';
import { describedBy, useInput } from './form.tsx';

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
  const { id, entered, problem: refusal } = useInput({ name, label, values });
  return (
    <label class="inline">
      <input
        type="checkbox"
        name={name}
        checked={entered ? entered[name] === 'on' : initial}
        {...describedBy(id, undefined, refusal)}
      />
      <span>
        {label}
        {refusal !== undefined && (
          <small id={`${id}-problem`} class="problem" role="alert">
            {refusal}
          </small>
        )}
        {(problem ?? hint) !== undefined && (
          <small class={problem === undefined ? undefined : 'problem'}>{problem ?? hint}</small>
        )}
      </span>
    </label>
  );
}

interface TicksProps extends Pick<CheckboxProps, 'name' | 'label' | 'hint'> {
  /** What can be ticked. Each that is ticked is submitted under the name. */
  readonly values: readonly string[];
  readonly initial: readonly string[];
}

/** A group of checkboxes. */
export function Ticks({ name, label, hint, values, initial }: TicksProps) {
  const { id, entered, problem } = useInput({ name, label });
  const ticked = entered ? [entered[name] ?? []].flat() : initial;
  return (
    <fieldset class="ticks">
      <legend>{label}</legend>
      <small>{hint}</small>
      {problem !== undefined && (
        <small id={`${id}-problem`} class="problem" role="alert">
          {problem}
        </small>
      )}
      {values.map((value, index) => (
        <label key={value} class="inline">
          <input
            type="checkbox"
            name={name}
            value={value}
            checked={ticked.includes(value)}
            {...(index === 0 && describedBy(id, undefined, problem))}
          />
          <code>{value}</code>
        </label>
      ))}
    </fieldset>
  );
}
