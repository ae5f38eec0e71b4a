import type { DeclaredField } from '../../../list/fields/queries.ts';
import type { LeftReason } from '../columns/subscription.ts';

/** What makes a column look as if it told who has left. */
export interface Sign {
  /** States and flags in it; others are not repeated, because they may be anything. */
  readonly words: readonly string[];
  /** Whether it has a cell that tells so, by its word or by the name of the column. */
  readonly isFound: boolean;
  readonly hasYes: boolean;
  readonly hasBlank: boolean;
}

/** By the index of the column. */
export type Signs = Readonly<Record<string, Sign>>;

/** How the upload read a file. */
export interface FileFacts {
  readonly encoding?: string;
  /** Texts that show how it reads, while nobody has said that the encoding is right. */
  readonly samples?: readonly string[];
  /** How many columns are not read, because there are too many. */
  readonly surplus?: number;
  readonly hasSecondHeader?: boolean;
  /** Whether the order of dates was found by the file, and not said by the owner. */
  readonly hasFoundOrder?: boolean;
}

/** In which order a date has its month and its day. */
export type DateOrder = 'mdy' | 'dmy';

/** What the dates of a file tell about their order. Where both fit, nothing is known. */
export interface DateSigns {
  /** How many fit only one order, and one of them with its line. */
  readonly mdy?: DateSign;
  readonly dmy?: DateSign;
  /** How many fit both, and mean different days. */
  readonly both?: DateSign;
}

export interface DateSign {
  readonly count: number;
  readonly line: number;
  readonly text: string;
}

/** What validation found of a file as a whole. */
export interface Findings {
  /** How many rows are of people who get no mails, by why. */
  readonly left?: Readonly<Partial<Record<LeftReason, number>>>;
  /** Columns that may tell who has left, and are not read so. */
  readonly signs?: Signs;
  readonly dates?: DateSigns;
  /** The fields of the waitlist that the rows were read with. */
  readonly fields?: readonly (DeclaredField & { readonly required: boolean })[];
  /** How many addresses had something around them. */
  readonly cleaned?: number;
}
