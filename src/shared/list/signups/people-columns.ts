import { listPlace, type PeopleColumn } from '../parts.ts';

/** The columns about people that others know, by their names, in the order of a table. */
export const peopleColumns = (): ReadonlyMap<string, PeopleColumn> =>
  new Map(listPlace.parts().flatMap(({ columns = {} }) => Object.entries(columns)));
