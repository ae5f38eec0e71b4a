import { defaultTemplateOf } from './design/default-template.ts';
import { footers } from './design/footers.ts';
import {
  type EditedKind,
  type EmailKind,
  type KindOfEmail,
  type MailStop,
  mailPlace,
  type TemplateKind,
} from './parts.ts';

const signup: KindOfEmail = {
  defaultTemplate: defaultTemplateOf,
  footer: footers.toNewSignup,
  stampsSignup: true,
  offersUnsubscribe: true,
  isOfAddress: true,
};

let known: Readonly<Record<TemplateKind, KindOfEmail>> | undefined;

function kinds(): Readonly<Record<TemplateKind, KindOfEmail>> {
  known ??= Object.assign({ signup }, ...mailPlace.parts().map((part) => part.kinds ?? {})) as Readonly<
    Record<TemplateKind, KindOfEmail>
  >;
  return known;
}

/** The kinds that go to signups. The job `send-signup-email` sends them. */
export const templateKinds = (): TemplateKind[] => Object.keys(kinds()) as TemplateKind[];

export const kindOfEmail = (kind: TemplateKind): KindOfEmail => kinds()[kind];

/** Those whose text is a template of the waitlist. */
export const editedKinds = (): EditedKind[] =>
  templateKinds().filter((kind) => !kinds()[kind].templateOf) as EditedKind[];

/** Those that all other mails of the account go before. */
export const yieldingKinds = (): TemplateKind[] =>
  templateKinds().filter((kind) => kinds()[kind].yields === true);

/** Those that stamp their signup: its id is theirs. */
export const stampingKinds = (): EmailKind[] =>
  templateKinds().filter((kind) => kinds()[kind].stampsSignup === true);

/** Those whose waiting mails are taken back when the address of their signup is corrected. */
export const kindsOfAddress = (): TemplateKind[] =>
  templateKinds().filter((kind) => kinds()[kind].isOfAddress === true);

/** What the account reads of a mail that its kind has stopped. */
export const stopTextOf = (stop: MailStop): string | undefined =>
  templateKinds()
    .map((kind) => kinds()[kind].stopTexts?.[stop])
    .find((text) => text !== undefined);
