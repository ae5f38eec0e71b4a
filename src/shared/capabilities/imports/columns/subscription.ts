import { toForm } from './header-form.ts';

/** Why people of a file get no mails. */
export type LeftReason = 'unsubscribed' | 'bounced' | 'complained' | 'suppressed';

/** What a cell says of a subscription: why the person gets no mails, or that they do. */
export type Subscription = LeftReason | 'subscribed';

/** The words of tools, as forms. Who has not confirmed, or is paused, gets no mails either. */
const words: Readonly<Record<Subscription, string>> = {
  subscribed: `
    subscribed active confirmed enabled engaged opted_in opt_in optin member free paid comped comp gift gifted premium regular trialed
    trial churning churned past_due unpaid cold verified valid deliverable ok good granted accepted double_opt_in single_opt_in soft_bounce soft_bounced
    aktiv angemeldet abonniert bestatigt actif abonne inscrit confirme activo suscrito confirmado ativo inscrito assinante`,
  unsubscribed: `
    unsubscribed unsubscribe unsub cancelled canceled inactive opted_out opt_out optout out blocklisted blacklisted blocked disabled
    email_disabled removed deleted archived suspended paused spammy validating needs_attention unconfirmed not_confirmed pending unactivated not_subscribed non_subscribed
    nonsubscribed never_subscribed revoked withdrawn declined do_not_email do_not_contact no_email none left lapsed
    abgemeldet inaktiv gesperrt unbestatigt gekundigt desabonne desinscrit inactif non_inscrit baja dado_de_baja desuscrito cancelado
    inactivo inativo descadastrado desinscrito`,
  bounced: `
    bounced bounce hard_bounced hard_bounce hardbounce hard cleaned undeliverable undelivered unreachable invalid`,
  complained: `
    complained complaint spam spam_complaint marked_as_spam reported_spam reported_as_spam abuse`,
  suppressed: 'suppressed',
};
const meanings = new Map(
  Object.entries(words).flatMap(([meaning, text]) =>
    listOf(text).map((word) => [word, meaning as Subscription] as const),
  ),
);
const yes = new Set(listOf('true yes y 1 t on x checked ja oui si sim wahr vrai verdadero verdadeiro'));
const no = new Set(listOf('false no n 0 f off unchecked nein non nao falsch faux falso'));
const nothing = new Set(listOf('null nil n_a na 0000_00_00 0000_00_00_00_00_00'));

/** States of a check of the address, which say nothing of the person. */
const unchecked = new Set(listOf('pending unconfirmed disposable risky unknown'));

/** Longer texts are no state. */
const longestState = 40;

function listOf(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** What parts of names mean, the first that is found. */
const nameMeanings: readonly (readonly [RegExp, Subscription])[] = [
  [/complain|spam|abuse/, 'complained'],
  [/bounce|_clean|undeliver/, 'bounced'],
  [/suppress/, 'suppressed'],
  [
    /unsub|un_sub|opt(ed)?_?out|disabled|blocked|blocklist|blacklist|cancel|removed|deleted|do_not|dont_|no_(e_?)?mail/,
    'unsubscribed',
  ],
  [/abgemeld|abmeld|desabonn|desinscri|desuscri|descadastr|_baja_|revoked|withdrawn/, 'unsubscribed'],
  [/subscri|opt(ed)?_?in_|consent|marketing|newsletter|mailing|permission|deliverab/, 'subscribed'],
  [/einwillig|abonn|suscri|inscri|angemeldet/, 'subscribed'],
];

/**
 * What a flag or a time in a column says, by the name of the column; undefined where the name tells nothing.
 */
export function meaningOfName(name: string): Subscription | undefined {
  const form = `_${toForm(name)}_`;
  return nameMeanings.find(([part]) => part.test(form))?.[1];
}

/** What a word of a tool means. */
export function meaningOfWord(form: string): Subscription | undefined {
  return meanings.get(form);
}

/** Whether a form is a flag, and which; undefined if it is none. */
export function flagOf(form: string): boolean | undefined {
  if (yes.has(form)) return true;
  return no.has(form) ? false : undefined;
}

/** Whether a cell is empty, or stands for that. */
export function isNothing(form: string): boolean {
  return form === '' || nothing.has(form);
}

/** A date in any form, or digits that count from 1970. */
export function looksLikeTime(text: string): boolean {
  return /^\s*(\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?!\d)|\d{9,13}\s*$)/.test(text);
}

/** The form of a text that may be a state; undefined if it is too long for one. */
export function stateForm(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed.length > longestState ? undefined : toForm(trimmed);
}

/**
 * What a cell of a column says (N6): a state such as `cancelled`, a flag, a time or a count. All but states
 * mean what the name of the column says; where it tells nothing, a flag says whether mails go there. An empty
 * cell says nothing, but in a column of consents there is none.
 * @returns undefined for a text that cannot be read
 */
export function readSubscription(text: string, name: string): Subscription | undefined {
  const form = stateForm(text);
  if (form === undefined) return undefined;
  const ofName = meaningOfName(name);
  const checksAddress = /deliverab/i.test(name);
  if (isNothing(form)) return ofName === 'subscribed' && !checksAddress ? 'unsubscribed' : 'subscribed';
  if (checksAddress && unchecked.has(form)) return 'subscribed';
  const meaning = meanings.get(form);
  if (meaning !== undefined) return meaning;
  const flag = flagOf(form);
  if (flag !== undefined) return flag ? (ofName ?? 'subscribed') : opposite(ofName);
  return looksLikeTime(text) || /^\d{1,5}$/.test(form) ? ofName : undefined;
}

const opposite = (ofName: Subscription | undefined): Subscription =>
  ofName === undefined || ofName === 'subscribed' ? 'unsubscribed' : 'subscribed';
