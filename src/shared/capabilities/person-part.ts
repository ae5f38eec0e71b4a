import type { z } from 'zod';
import type { SignupDetail } from '../list/parts.ts';
import { openPlace } from '../platform/place.ts';
import type { RowKey } from '../platform/postgres/by-key.ts';
import type { Sql } from '../platform/postgres/connection.ts';
import type { Context } from './context.ts';

/** What others add to each signup in the export of a person, by their keys (N3). @public */
// biome-ignore lint/suspicious/noEmptyInterface: others add to it
export interface PersonSignupFacts {}

/** The lists that others add to the export of a person, by their keys (N3). @public */
// biome-ignore lint/suspicious/noEmptyInterface: others add to it
export interface PersonLists {}

/** Of whom a list of the export is. */
interface ListedPerson {
  readonly accountId: string;
  readonly emailKey: string;
  readonly signupIds: readonly string[];
}

/** A list of the export. */
interface PersonList<Items> {
  /** Of an array, with a description. */
  readonly schema: z.ZodType;
  /** `isWhole`: whether these are all. */
  read(sql: Sql, person: ListedPerson): Promise<{ readonly items: Items; readonly isWhole: boolean }>;
}

/** Tells whether a text is the address of the person, however it is spelt. */
export type IsPerson = (address: string) => boolean;

/** What is scrubbed, and for how long. */
export interface Scrubbing {
  readonly erasure: RowKey;
  readonly isPerson: IsPerson;
  /** Asked between pages: whether others have their turn. */
  isTimeUp(): boolean;
}

/** What a capability keeps of a person besides what is deleted with a signup. */
export interface PersonPart {
  readonly ofSignups?: { readonly [Key in keyof PersonSignupFacts]?: SignupDetail<PersonSignupFacts[Key]> };
  readonly lists?: { readonly [Key in keyof PersonLists]?: PersonList<PersonLists[Key]> };
  /** Deletes what might make a new signup of the address, before its signups are looked for. */
  forget?(ctx: Pick<Context, 'sql'>, accountId: string, emailKey: string): Promise<void>;
  /**
   * Takes the person out of texts, page by page. It can be repeated at any time, and beside itself.
   * @returns whether it came to the end
   */
  scrub?(ctx: Pick<Context, 'sql'>, scrubbing: Scrubbing): Promise<boolean>;
}

export const personPlace = openPlace<PersonPart>('the export and the erasure of a person');
