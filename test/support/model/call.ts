/** What a caller sees of an answer. A CSV is its rows. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

/** A call of an operation (§4): who makes it, and what it is given. */
export interface Call {
  readonly client: string;
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The header of that name. */
  readonly referer?: string;
  /** Whether it is made as a tool (§4.10) rather than over REST. */
  readonly asTool?: boolean;
}
