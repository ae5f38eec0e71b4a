/** An answer as the client sees it. The body of a CSV is its rows. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

/** A call of an operation (§4) by a client. */
export interface Call {
  readonly client: string;
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The Referer header. */
  readonly referer?: string;
  /** Whether it is made as a tool (§4.10) rather than over REST. */
  readonly asTool?: boolean;
}
