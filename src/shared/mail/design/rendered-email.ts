/** A mail ready to be sent: a subject on one line, an HTML part and a text part with the same content. */
export interface RenderedEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}
