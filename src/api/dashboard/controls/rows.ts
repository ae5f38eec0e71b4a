import type { FormValues } from '../pages.ts';
import type { Input } from './control.ts';

/** What a form of rows needs to know of its rows. */
export type RowsInput = Pick<Input, 'name'> & { readonly rows: NonNullable<Input['rows']> };

/** The name of an input in a row, such as `rewards.0.key`. */
export const nameInRow = ({ name }: Pick<Input, 'name'>, row: number, part: string) =>
  `${name}.${row}.${part}`;

/** Ticked to drop a row. */
export const removal = 'remove';

/** The numbers of the rows of a form that have anything in them, and are not to be removed. */
export function rowsIn(input: RowsInput, form: FormValues): number[] {
  return numbersIn(input, form).filter((row) => {
    const isRemoved = form[nameInRow(input, row, removal)] === 'on';
    const has = input.rows.of.some(
      ({ name }) => String(form[nameInRow(input, row, name)] ?? '').trim() !== '',
    );
    return has && !isRemoved;
  });
}

/** The numbers of all rows that a form has: at most one more than a list may have. */
export function numbersIn(input: RowsInput, form: FormValues): number[] {
  const all = Array.from({ length: input.rows.most + 1 }, (_, row) => row);
  return all.filter((row) => input.rows.of.some(({ name }) => nameInRow(input, row, name) in form));
}
