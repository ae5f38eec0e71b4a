/** An email that the mail catcher received. */
export interface CaughtMail {
  readonly id: string;
  /** ISO 8601. */
  readonly receivedAt: string;
  /** The `From` header. */
  readonly from: string;
  /** The recipients of the SMTP envelope; the headers may differ. */
  readonly to: readonly string[];
  readonly subject: string;
  /** The `Date` header: ISO 8601, or the raw text if it is not a date. */
  readonly date: string | null;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly html: string | null;
  readonly text: string | null;
  readonly source: string;
}
