/** How the default mails of a list look. */
export interface MailLook {
  /** Of buttons and links. Null: a neutral one. */
  readonly color: string | null;
  /** An https URL, which mail programs load. Null: none. */
  readonly logoUrl: string | null;
}

/** The look of lists that have chosen none. */
export const plainLook: MailLook = { color: null, logoUrl: null };
