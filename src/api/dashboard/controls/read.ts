import { AppError } from '../../../shared/platform/errors.ts';
import type { FormValues } from '../pages.ts';
import { type Input, valueAt } from './control.ts';
import { nameInRow, type RowsInput, rowsIn } from './rows.ts';

type Values = Record<string, unknown>;

/**
 * What a submitted form asks for, as the operation takes it and not checked yet: an empty input is null where
 * the schema takes null, and left out elsewhere. So is one that is hidden because what it belongs to is off.
 * @throws AppError invalid_request for an empty one that is required
 */
export function readInputs(inputs: readonly Input[], body: unknown, stored: unknown = {}): Values {
  const form = (body ?? {}) as FormValues;
  const values: Values = {};
  for (const input of inputs) {
    if (isHidden(inputs, input, form)) continue;
    const given = form[input.name];
    if (input.required && (given === undefined || given === ''))
      throw new AppError('invalid_request', `${input.at}: is required`);
    const value = input.rows ? readRows({ ...input, rows: input.rows }, form) : readInput(input, given);
    const path = input.at.split('.');
    if (input.member !== undefined) {
      const others = (valueAt(values, input.at) ?? []) as string[];
      put(values, path, value ? [...others, input.member] : others);
    } else if (!input.onlyIfChanged || value !== valueAt(stored, input.at)) put(values, path, value);
  }
  return values;
}

/** Whether the tick box or choice that an input stands under is off, or is hidden itself. */
function isHidden(inputs: readonly Input[], { under }: Input, form: FormValues): boolean {
  const above = inputs.find(({ name }) => name === under);
  if (!above) return false;
  const isOn = above.kind === 'tick' ? form[above.name] === 'on' : form[above.name] !== 'off';
  return !isOn || isHidden(inputs, above, form);
}

/** The objects in the rows of a form, in their order. @throws AppError invalid_request */
function readRows(input: Input & RowsInput, form: FormValues): Values[] {
  const { of, complete = (values: Values) => values } = input.rows;
  return rowsIn(input, form).map((row, index) => {
    const values = Object.fromEntries(of.map(({ name }) => [name, form[nameInRow(input, row, name)] ?? '']));
    const required = of.find((part) => part.required && values[part.name] === '');
    if (required) throw new AppError('invalid_request', `${input.at}.${index}.${required.at}: is required`);
    return complete(readInputs(of, values));
  });
}

function readInput(input: Input, given: FormValues[string] | undefined): unknown {
  const { kind, ticked, ifEmpty, isBoolean, read } = input;
  if (kind === 'tick') return ticked ? (given === 'on' ? { ...ticked } : null) : given === 'on';
  if (kind === 'ticks') return [given ?? []].flat();
  if (kind === 'list')
    return String(given ?? '')
      .split(/[\s,]+/)
      .filter((part) => part !== '');
  if (read && (given === undefined || typeof given === 'string')) {
    const value = read(given ?? '');
    return value === '' ? ifEmpty : value;
  }
  if (given === '' || given === undefined) return ifEmpty;
  if (kind === 'number') return Number(given);
  return isBoolean ? given === 'true' : given;
}

/** Sets the value at a path. Nothing is below a value that is null. */
function put(values: Values, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    if (value !== undefined) values[key] = value;
    return;
  }
  if (values[key] === undefined) values[key] = {};
  if (values[key] !== null) put(values[key] as Values, rest, value);
}
