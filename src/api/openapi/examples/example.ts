/** A request of an operation and its answers, in the story of all examples. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  /** Values of further query parameters, which this request does not have. */
  readonly otherQuery?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly body?: unknown;
  /** Each answer that has a body, by its status. */
  readonly answers: Readonly<Record<number, unknown>>;
}
