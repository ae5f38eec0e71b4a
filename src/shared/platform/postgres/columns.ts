/**
 * The columns that a statement gives for a row type: all of them and no others, or it does not compile. With
 * `SELECT *` a statement would change its result when a migration adds a column, and Postgres refuses to run
 * one that is prepared then.
 */
export const columnsOf = <Row>(columns: Readonly<Record<keyof Row, true>>): string[] => Object.keys(columns);
