import type { Fragment, Sql } from '../../../../src/shared/platform/postgres/connection.ts';

/** A person that is being planted, and how to ask the service. */
export interface Planting {
  readonly sql: Sql;
  readonly url: string;
  readonly key: string;
  readonly accountId: string;
  /** What each spelling of the address has. */
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Record<string, never>>;
  makeList(settings?: object): Promise<string>;
}

/** How to find a person in a table. */
interface Search {
  readonly sql: Sql;
  /** A text has the address. */
  named(column: Fragment): Fragment;
  /** A text has it as in a URL. */
  encoded(column: Fragment): Fragment;
  /** An id is that of a signup of the person. */
  own(column: Fragment): Fragment;
  /** A mail of this kind is to the person. */
  ofKind(kind: string): Fragment;
}

/** Places that have the person: each is a table `t` and a condition, by what is there. */
export type Places = Readonly<Record<string, readonly [table: string, condition: Fragment]>>;

/** How a person gets to all places of a capability. */
export interface Plant {
  /** The first signup is on a list without settings. */
  plant?(planting: Planting, first: { readonly list: string; readonly signup: string }): Promise<void>;
  /** Adds what a worker has not got to yet, while none runs. */
  plantPending?(planting: Planting): Promise<void>;
  places(search: Search): Places;
}
