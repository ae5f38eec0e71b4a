import { AppError, type ErrorCode } from '../errors.ts';
import { defaultLocale } from './locales.ts';
import { type Say, sayIn } from './say.ts';

/** A refusal that visitors of a form read, in each language. Its message is the English text. */
export class VisitorError extends AppError {
  readonly textIn: (say: Say) => string;

  constructor(
    code: ErrorCode,
    textIn: (say: Say) => string,
    options: ConstructorParameters<typeof AppError>[2] = {},
  ) {
    super(code, textIn(sayIn(defaultLocale)), options);
    this.textIn = textIn;
  }
}
