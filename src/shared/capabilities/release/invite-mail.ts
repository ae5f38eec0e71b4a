import { inviteUrl } from '../../list/links/page-urls.ts';
import { type StoredSettings, toSettings } from '../../list/settings/schema.ts';
import type { InvitationState } from './invitations/schema.ts';
import { makeInviteToken } from './invitations/token.ts';

/** The link of an invitation. */
export interface InviteLink {
  readonly url: string;
  /** Until when it is valid, for people. */
  readonly expiresAt: string;
}

/** The invitation that a mail takes, as it is when the mail starts. */
export interface MailedInvitation {
  readonly id: string;
  readonly generation: number;
  readonly state: InvitationState;
  readonly expires_at: string;
  readonly is_expired: boolean;
}

/** Why a mail that invites is not sent any more. */
export type InvitationStop =
  | `invitation_${Exclude<InvitationState, 'invited'>}`
  | 'invitation_replaced'
  | 'invitation_without_page';

/** What the account reads of such a mail. */
export const invitationStopTexts: Readonly<Record<InvitationStop, string>> = {
  invitation_converted: 'The person became a user before this mail was sent.',
  invitation_expired: 'The invitation expired before this mail was sent.',
  invitation_declined: 'The invitation was declined before this mail was sent.',
  invitation_revoked: 'The invitation was revoked before this mail was sent.',
  invitation_replaced: 'The invitation was sent again before this mail was sent.',
  invitation_without_page: 'The settings have no page that accepts invitations any more.',
};

/**
 * Why the mail of an invitation must not be sent (N5); undefined if it may. `invitation` is null if it has a
 * newer mail.
 */
export function stopOf(
  invitation: MailedInvitation | null,
  settings: StoredSettings | null,
): InvitationStop | undefined {
  if (!invitation) return 'invitation_replaced';
  if (invitation.state !== 'invited') return `invitation_${invitation.state}`;
  if (invitation.is_expired) return 'invitation_expired';
  return toSettings(settings).invitations.url === null ? 'invitation_without_page' : undefined;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const mostFormats = 100;

/** A time for people who read a language, in UTC. */
function toText(time: Date, language: string): string {
  const format =
    formats.get(language) ??
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'UTC',
    });
  if (formats.size >= mostFormats) formats.clear();
  formats.set(language, format);
  return `${format.format(time)} UTC`;
}

/** The link of an invitation, as its mail holds it; null if it cannot be made. */
export function toInviteLink(
  inviteKey: Buffer,
  accountId: string,
  invitation: MailedInvitation | null,
  settings: StoredSettings | null,
  language: string,
): InviteLink | null {
  const { url } = toSettings(settings).invitations;
  if (!invitation || url === null) return null;
  const token = makeInviteToken(inviteKey, { accountId, ...invitation });
  return { url: inviteUrl(url, token), expiresAt: toText(new Date(invitation.expires_at), language) };
}

const sampleDays = 14;

/** A link that invites nobody, for previews and tests of the mail. */
export function sampleInviteLink(settings: StoredSettings | null, language: string): InviteLink {
  const url = toSettings(settings).invitations.url ?? 'https://example.com/welcome';
  const expiresAt = new Date(Date.now() + sampleDays * 86_400_000);
  return { url: inviteUrl(url, 'inv_sample'), expiresAt: toText(expiresAt, language) };
}

/** Stands for the token of an invitation in a mail that is kept: no token is stored. */
const markOf = ({ id, generation }: MailedInvitation) => `inv_[${id}:${generation}]`;
const mark = /inv_\[([0-9a-f-]{36}):(\d+)\]/g;

/** A mail as it is kept until its provider has it: without the token. */
export function hideToken<Mail extends object>(
  mail: Mail,
  inviteKey: Buffer,
  accountId: string,
  invitation: MailedInvitation | null,
): Mail {
  if (!invitation) return mail;
  const token = makeInviteToken(inviteKey, { accountId, ...invitation });
  return mapTexts(mail, (text) => text.replaceAll(token, markOf(invitation)));
}

/** The same mail with its token again. */
export function showToken<Mail extends object>(mail: Mail, inviteKey: Buffer, accountId: string): Mail {
  return mapTexts(mail, (text) =>
    text.replace(mark, (_, id: string, generation: string) =>
      makeInviteToken(inviteKey, { accountId, id, generation: Number(generation) }),
    ),
  );
}

function mapTexts<Mail extends object>(mail: Mail, change: (text: string) => string): Mail {
  const entries = Object.entries(mail).map(([key, value]) => [
    key,
    typeof value === 'string' ? change(value) : value,
  ]);
  return Object.fromEntries(entries) as Mail;
}
