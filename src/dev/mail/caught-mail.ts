/** A mail as the catcher keeps it. */
export interface CaughtMail {
  readonly id: string;
  /** ISO 8601. */
  readonly receivedAt: string;
  /** As the `From` header has it. */
  readonly from: string;
  /** Whom it was delivered to, whatever its headers say. */
  readonly to: readonly string[];
  readonly subject: string;
  /** The sender's own date: ISO 8601, or as it stands in the header when that is no date. */
  readonly date: string | null;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly html: string | null;
  readonly text: string | null;
  readonly source: string;
}
