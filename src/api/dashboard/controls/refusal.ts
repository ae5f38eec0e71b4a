import type { z } from 'zod';
import { AppError } from '../../../shared/platform/errors.ts';
import { type FormValues, readValues } from '../pages.ts';
import { type Input, valueAt } from './control.ts';
import { readInputs } from './read.ts';
import { nameInRow, type RowsInput, rowsIn } from './rows.ts';

/**
 * Reads a submitted form, checks it and does what it asks for. A refusal whose message begins with a path,
 * such as `abuse.velocity.per_hour: must be at least 1`, says the label of the input instead, and is shown
 * at it.
 */
export async function takeForm<Schema extends z.ZodType, T>(
  inputs: readonly Input[],
  body: unknown,
  schema: Schema,
  act: (values: z.infer<Schema>) => Promise<T>,
  stored?: unknown,
): Promise<T> {
  let values = {};
  try {
    values = readInputs(inputs, body, stored);
    return await act(readValues(schema, values, (path) => path));
  } catch (error) {
    throw error instanceof AppError ? nameRefusal(inputs, values, body, error) : error;
  }
}

/** The refusal in the words of the form. One that begins with no path of its inputs stays as it is. */
function nameRefusal(inputs: readonly Input[], values: unknown, body: unknown, refusal: AppError): AppError {
  const [, path = '', problem = ''] = /^([a-z][\w.-]*): (.+)$/is.exec(refusal.message) ?? [];
  const input = findInput(inputs, values, path);
  if (!input) return refusal;
  const [, index] = /^\.(\d+)/.exec(path.slice(input.at.length)) ?? [];
  const which = index === undefined || input.member !== undefined ? '' : `, no. ${Number(index) + 1}`;
  const part = input.rows && partAt({ ...input, rows: input.rows }, path, body);
  const words = input.inOtherWords?.[problem] ?? nameOthers(inputs, problem);
  const { code, status, retryAfterSeconds, cause } = refusal;
  return new AppError(code, `${input.label}${which}${part ? `, ${part.label}` : ''}: ${words}`, {
    status,
    cause,
    field: part?.name ?? input.name,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

/** The input of a row that a path such as `rewards.1.key` is about. Rows that are left out do not count. */
function partAt(
  input: Input & RowsInput,
  path: string,
  body: unknown,
): { name: string; label: string } | undefined {
  const [index = '', key] = path.slice(input.at.length + 1).split('.');
  const row = rowsIn(input, (body ?? {}) as FormValues)[Number(index)];
  const part = input.rows.of.find(({ at }) => at === key);
  return row === undefined || !part
    ? undefined
    : { name: nameInRow(input, row, part.name), label: part.label };
}

/** The input that holds the value at a path. Tick boxes of one list are told apart by what they put there. */
function findInput(inputs: readonly Input[], values: unknown, path: string): Input | undefined {
  return inputs
    .filter(({ at, member }) => {
      const holds = path === at || path.startsWith(`${at}.`);
      return holds && (member === undefined || member === valueAt(values, path));
    })
    .toSorted((one, other) => other.at.length - one.at.length)[0];
}

/** Puts labels for the paths of other inputs in a text. */
function nameOthers(inputs: readonly Input[], text: string): string {
  const dotted = inputs.filter(({ at }) => at.includes('.'));
  return dotted.reduce((named, { at, label }) => named.replaceAll(at, label), text);
}
