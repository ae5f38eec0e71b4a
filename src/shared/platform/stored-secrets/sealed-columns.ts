import { openPlace } from '../place.ts';

/** What a sealed text is bound to besides its column. */
export interface SealedOwner {
  readonly account_id: string;
  readonly type: string;
}

/** A column of sealed texts, in a table with the columns of their owner. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The table's primary key, or what it is beside the account. */
  readonly key: string;
  /**
   * What its texts are bound to: in another account's row, as another type or in another column they do not
   * open (C7.8).
   */
  boundTo(owner: SealedOwner): readonly string[];
}

/** A column whose texts are bound to this name and their owner. `key` is as in `SealedColumn`. */
export const sealedColumn = (
  name: string,
  place: { readonly table: string; readonly key: string; readonly column: string },
): SealedColumn => ({ ...place, boundTo: ({ account_id, type }) => [name, account_id, type] });

/** Every column where a secret is kept. */
export const sealedPlace = openPlace<SealedColumn>('the stored secrets');
