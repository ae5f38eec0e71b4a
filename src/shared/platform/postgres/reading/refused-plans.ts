/** The part of the driver's queries (3.4.9) that is used here. */
export interface PreparedQuery {
  /** As they were sent; the driver makes none where there are some. */
  parameters: readonly unknown[] | null;
  /** Whether the driver is to skip it. */
  cancelled: unknown;
}

/**
 * Calls `onRefused` when the server refuses the prepared form of a statement, as after a migration, and has
 * done nothing of it. Then the driver (3.4.9) sends the statement again itself, unless it is `cancelled`. It
 * converts the parameters a second time where there are some: true becomes false. And while the server
 * describes the statement, the driver keeps nobody from the connection: it takes the answer to the next
 * statement, of whomever, for that of this one.
 */
export function onRefusedPlan(query: PreparedQuery, onRefused: (error: unknown) => void): void {
  Object.defineProperty(query, 'retried', {
    configurable: true,
    set(error: unknown) {
      Object.defineProperty(query, 'retried', { value: error }); // a second refusal is final
      onRefused(error);
    },
  });
}
