/** A request to an address that an account may have chosen. */
export interface SafeRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** For the whole exchange; 10,000 unless told. */
  readonly timeoutMs?: number;
}

/** What came back: at most 64 KiB of the body, as text. Header names are in lower case; a redirect is an answer like any other. */
export interface SafeResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/**
 * Makes one request, follows no redirect and never reaches a private address.
 * @throws AddressRefused before anything is sent; Error when no answer came (the network's or a time-out)
 */
export type SafeFetch = (url: string, request: SafeRequest) => Promise<SafeResponse>;
