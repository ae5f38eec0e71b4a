import { Checkbox, Ticks } from '../parts/checkbox.tsx';
import { Choice, Field } from '../parts/form.tsx';
import { ColorField } from './color-field.tsx';
import { type Input, valueAt } from './control.ts';

/** Draws the inputs of a form with what is stored, or with what was entered if the form was refused. */
export function Inputs({ of, stored = {} }: { readonly of: readonly Input[]; readonly stored?: unknown }) {
  return of.map((input) => <Drawn key={input.name} input={input} value={valueAt(stored, input.at)} />);
}

function Drawn({ input, value }: { readonly input: Input; readonly value: unknown }) {
  const { name, label, hint, problem, kind, options = [] } = input;
  const texts = { name, label, hint, problem };
  if (kind === 'tick') return <Checkbox {...texts} initial={isTicked(input, value)} />;
  if (kind === 'ticks')
    return <Ticks {...texts} values={input.values} initial={[value ?? []].flat().map(String)} />;
  if (kind === 'choice')
    return <Choice {...texts} options={options} initial={value == null ? undefined : String(value)} />;
  if (input.isColor)
    return <ColorField {...texts} placeholder={input.placeholder} initial={textOf(input, value)} />;
  return (
    <Field
      {...texts}
      type={kind === 'number' ? 'number' : input.type}
      {...input.bounds}
      required={input.required ?? false}
      rows={input.lines}
      autocomplete="off"
      placeholder={input.placeholder ?? (input.type === 'url' ? 'https://' : undefined)}
      initial={textOf(input, value)}
    />
  );
}

function isTicked({ member, ticked }: Input, value: unknown): boolean {
  if (member !== undefined) return Array.isArray(value) && value.includes(member);
  return ticked ? value != null : value === true;
}

/** What an input shows of a stored value. */
function textOf({ show, initial, isSecret }: Input, value: unknown): string | undefined {
  if (isSecret) return undefined;
  if (value == null) return initial;
  return show ? show(value as never) : [value].flat().join(', ');
}
