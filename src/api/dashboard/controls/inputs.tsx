import { Fragment } from 'preact';
import { Checkbox, Ticks } from '../parts/checkbox.tsx';
import { Choice, Field, IfWritable, useEntered } from '../parts/form.tsx';
import { ColorField } from './color-field.tsx';
import { type Input, valueAt } from './control.ts';
import { nameInRow, numbersIn, type RowsInput, removal } from './rows.ts';

/** Draws the inputs of a form with what is stored, or with what was entered if the form was refused. */
export function Inputs({ of, stored = {} }: { readonly of: readonly Input[]; readonly stored?: unknown }) {
  return <Level of={of} under={undefined} stored={stored} />;
}

interface LevelProps {
  readonly of: readonly Input[];
  /** The input that they stand under. */
  readonly under: string | undefined;
  readonly stored: unknown;
}

/** The inputs under one, each with those under it. The style sheet hides those of one that is off. */
function Level({ of, under, stored }: LevelProps) {
  return of
    .filter((input) => input.under === under)
    .map((input) => (
      <Fragment key={input.name}>
        <Drawn input={input} value={valueAt(stored, input.at)} />
        {of.some((each) => each.under === input.name) && (
          <div class="under">
            <Level of={of} under={input.name} stored={stored} />
          </div>
        )}
      </Fragment>
    ));
}

function Drawn({ input, value }: { readonly input: Input; readonly value: unknown }) {
  const { name, label, hint, problem, kind, options = [] } = input;
  const texts = { name, label, hint, problem };
  if (kind === 'tick') return <Checkbox {...texts} initial={isTicked(input, value)} />;
  if (kind === 'ticks')
    return <Ticks {...texts} values={input.values} initial={[value ?? []].flat().map(String)} />;
  if (input.rows !== undefined) return <DrawnRows input={{ ...input, rows: input.rows }} value={value} />;
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

/** A row of inputs for each object of a list, and an empty one for another. */
function DrawnRows({ input, value }: { readonly input: Input & RowsInput; readonly value: unknown }) {
  const { label, hint, rows } = input;
  const entered = useEntered();
  const stored = Array.isArray(value) ? value : [];
  const count = entered ? numbersIn(input, entered).length : stored.length;
  const isFull = count >= rows.most;
  return (
    <fieldset class="rows">
      <legend>{label}</legend>
      <small>{hint}</small>
      {Array.from({ length: count }, (_, row) => (
        <DrawnRow key={row} input={input} row={row} value={stored[row]} title={`${row + 1}`} />
      ))}
      {!entered && !isFull && (
        <IfWritable>
          <details open={count === 0}>
            <summary>Add a {rows.one}</summary>
            <DrawnRow input={input} row={count} value={undefined} title={`New ${rows.one}`} />
          </details>
        </IfWritable>
      )}
    </fieldset>
  );
}

interface DrawnRowProps {
  readonly input: Input & RowsInput;
  readonly row: number;
  readonly value: unknown;
  readonly title: string;
}

function DrawnRow({ input, row, value, title }: DrawnRowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a box around the row
    <div class="row-of" role="group" aria-label={`${input.label}, ${title}`}>
      {input.rows.of.map((part) => (
        <Drawn
          key={part.name}
          input={{
            ...part,
            name: nameInRow(input, row, part.name),
            required: value !== undefined && (part.required ?? false), // nobody has to fill the empty row
          }}
          value={valueAt(value, part.at)}
        />
      ))}
      {value !== undefined && (
        <IfWritable>
          <Checkbox name={nameInRow(input, row, removal)} label="Remove" />
        </IfWritable>
      )}
    </div>
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
