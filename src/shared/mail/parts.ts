import type { StoredSettings } from '../list/settings/schema.ts';
import type { Locale } from '../platform/language/locales.ts';
import { openPlace } from '../platform/place.ts';
import type { RowKey } from '../platform/postgres/by-key.ts';
import type { Fragment, Tx } from '../platform/postgres/connection.ts';
import type { LinkSigner } from '../platform/secrets/link-signer.ts';
import type { MailedLinks, OwnTemplate } from './design/default-template.ts';
import type { DesignedTemplate } from './design/designed-template.ts';
import type { Footer } from './design/footers.ts';
import { type MailLook, plainLook } from './design/mail-look.ts';
import type { RenderedEmail } from './design/rendered-email.ts';
import type { Variables } from './design/template.ts';

/**
 * The kinds of mails that go to signups. Whoever has one adds it: `template` if its text is a template of the
 * waitlist, `own` if each mail brings its own. @public
 */
export interface MailKinds {
  signup: 'template';
}
export type TemplateKind = keyof MailKinds & string;
/** The kinds whose text is a template of the waitlist. */
export type EditedKind = {
  [Kind in TemplateKind]: MailKinds[Kind] extends 'template' ? Kind : never;
}[TemplateKind];
/** A `notice` goes to a user of the account. */
export type EmailKind = TemplateKind | 'notice';

/** What a mail knows besides its signup. Whoever needs it adds it, with `facts` that read it. @public */
// biome-ignore lint/suspicious/noEmptyInterface: others add to it
export interface MailFacts {}

/** Why a mail of a kind is not sent any more, by the names of the reasons. @public */
// biome-ignore lint/suspicious/noEmptyInterface: others add to it
export interface MailStops {}
export type MailStop = keyof MailStops & string;

/** A mail that is to be sent, as its kind knows it. @public */
export interface MailOfKind extends MailFacts {
  readonly account_id: string;
  readonly signup_id: string;
  readonly settings: StoredSettings | null;
  /** How often the address of the signup was corrected. */
  readonly address_generation: number;
}

/** How the mails of a kind differ from others. */
export interface KindOfEmail {
  /** The template of a waitlist without one of its own. */
  readonly defaultTemplate: (waitlist: MailedLinks, locale: Locale, look: MailLook) => DesignedTemplate;
  /** The small text below a mail that the simple editor made. */
  readonly footer: Footer;
  /** Whether it is the mail that `email_status` of its signup tells of, and its statistics (§3.1, §2.7). */
  readonly stampsSignup?: boolean;
  /** Whether mail programs offer to unsubscribe from it with one click (N3). */
  readonly offersUnsubscribe: boolean;
  /**
   * Whether it is sent only if its waitlist has a template of its own. The default one is what the editor
   * begins with.
   */
  readonly needsTemplate?: boolean;
  /**
   * The text of a mail that brings its own. Null: it has none any more. Waitlists have no templates of such a
   * kind.
   */
  templateOf?(mail: MailOfKind): OwnTemplate | null;
  /**
   * Whether all other mails of the account go first: they take the month's allowance and the permits of a
   * throttle before it, and never wait behind it. Its jobs are late ones (`platform/queue/jobs.ts`), and
   * whoever makes them makes few at a time.
   */
  readonly yields?: boolean;
  /** A placeholder without which a template of this kind is useless. */
  readonly needs?: string;
  /** What only its templates may hold, by placeholder, with what it stands for. Names have a dot. */
  readonly placeholders?: Readonly<Record<string, string>>;
  /** The values of those placeholders, in the language of the mail. */
  values?(signer: LinkSigner, mail: MailOfKind, language: string): Variables;
  /** Made-up ones, for previews and tests of a mail that acts for nobody. */
  sampleValues?(
    signer: LinkSigner,
    nobody: RowKey,
    settings: StoredSettings | null,
    language: string,
  ): Variables;
  /** Why a mail must not be sent; undefined if it may. */
  stopOf?(mail: MailOfKind): MailStop | undefined;
  /** What the account reads of a mail that was stopped. */
  readonly stopTexts?: Readonly<Partial<Record<MailStop, string>>>;
  /** A mail as it is kept until its provider has it: without secrets. */
  hide?<Mail extends RenderedEmail>(mail: Mail, signer: LinkSigner, of: MailOfKind): Mail;
  /** The same mail with its secrets again. */
  show?<Mail extends RenderedEmail>(mail: Mail, signer: LinkSigner, accountId: string): Mail;
  /** Whether its end changes its signup, which is locked then. */
  readonly changesSignup?: boolean;
  /** Whether one that waits is taken back when the address is corrected: whoever makes it makes another. */
  readonly isOfAddress?: boolean;
}

/** A mail that has left, or whose sending has ended otherwise. @public */
export interface FinishedMail extends RowKey {
  readonly kind: TemplateKind;
  readonly signupId: string;
  readonly isSent: boolean;
}

/** What became of a mail. */
export interface MailReport {
  readonly account_id: string;
  /** Of the mail. */
  readonly id: string;
  readonly status_rank: number;
  /** Of a click: `hashOfLink` of the link, in hex. Null or left out where that is not known. */
  readonly clicked_link?: string | null;
}

/** What others add to mails. */
export interface MailPart {
  readonly kinds?: Readonly<Partial<Record<TemplateKind, KindOfEmail>>>;
  /** How the default mails of a list look. */
  look?(settings: StoredSettings, baseUrl: string): MailLook;
  /** Columns of `MailFacts`, of a mail `m` to a signup `s`. */
  facts?(tx: Tx): Fragment;
  /** In the transaction that records it and holds the mails. @returns jobs `fan-out-event` */
  onFinished?(tx: Tx, mails: readonly FinishedMail[]): Promise<readonly RowKey[]>;
  /**
   * In the transaction that records it and holds the signups, or the mails that keep a status of their own.
   */
  onReported?(tx: Tx, reports: readonly MailReport[]): Promise<void>;
}

export const mailPlace = openPlace<MailPart>('mail/');

/** How the default mails of a list look that has these settings. */
export function lookOf(settings: StoredSettings | null | undefined, baseUrl: string): MailLook {
  if (!settings) return plainLook;
  for (const { look } of mailPlace.parts()) if (look) return look(settings, baseUrl);
  return plainLook;
}

/** Tells all parts what became of mails. */
export async function tellReported(tx: Tx, reports: readonly MailReport[]): Promise<void> {
  for (const { onReported } of mailPlace.parts()) await onReported?.(tx, reports);
}
