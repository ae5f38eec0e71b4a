/** The part of the driver's queries (3.4.9) that is used here. */
export interface PreparedQuery {
  /** As they were sent; the driver makes none where there are some. */
  parameters: readonly unknown[] | null;
  /** Whether the driver is to skip it. */
  cancelled: unknown;
  /** What `onRefusedPlan` was given. */
  onRefused?: (error: unknown) => void;
  /** The error with which it was refused. A second refusal is final. */
  refusal?: unknown;
}

/** The driver sets it right before it sends a query again. */
const retried: PropertyDescriptor & ThisType<PreparedQuery> = {
  get() {
    return this.refusal;
  },
  set(error: unknown) {
    this.refusal = error;
    this.onRefused?.(error);
  },
};

/**
 * Calls `onRefused` when the server refuses the prepared form of a statement, as after a migration, and has
 * done nothing of it. Then the driver (3.4.9) sends the statement again itself, unless it is `cancelled`. It
 * converts the parameters a second time where there are some: true becomes false. And while the server
 * describes the statement, the driver keeps nobody from the connection: it takes the answer to the next
 * statement, of whomever, for that of this one.
 */
export function onRefusedPlan(query: PreparedQuery, onRefused: (error: unknown) => void): void {
  query.onRefused = onRefused;
  // For all queries: on each it would cost more than a tenth of the time in which a small one is sent.
  const queries = Object.getPrototypeOf(query);
  if (!Object.hasOwn(queries, 'retried')) Object.defineProperty(queries, 'retried', retried);
}
