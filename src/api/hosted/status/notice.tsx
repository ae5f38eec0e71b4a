import type { LinkAgain } from '../../../shared/capabilities/confirmations/send-link-again.ts';
import type { InvitationState } from '../../../shared/capabilities/release/invitations/schema.ts';
import type { Say } from '../../../shared/platform/language/say.ts';
import type { StatusView } from './status-view.ts';

const afterAsking = {
  sent: 'status.linkSent',
  confirmed: 'status.confirmed',
  recently: 'status.linkRecent',
  never: 'status.linkNever',
} as const satisfies Record<LinkAgain, Parameters<Say>[0]>;

/** What is said of an invitation. A revoked one can be made again. */
const invitationTexts = {
  invited: 'status.invited',
  converted: 'status.joined',
  expired: 'status.expired',
  declined: 'status.declined',
  revoked: null,
} as const satisfies Record<InvitationState, Parameters<Say>[0] | null>;

/** What the person may have to do: confirm the address, or accept the invitation. */
export function Notice({ view, say }: { view: StatusView; say: Say }) {
  const { status, brand, linkAgain } = view;
  const { invitation_state: state, invitation_url: url } = status;
  const key = state && invitationTexts[state];
  const isUnconfirmed = status.confirmed === false && (state === null || state === 'revoked');
  // The heading of the page says it already.
  const isSaid = brand.headline === null && (state === 'invited' || state === 'converted');
  return (
    <>
      {key && !(isSaid && state === 'converted') && (
        <Invitation state={state} url={url} title={isSaid ? null : say(key)} say={say} />
      )}
      {(isUnconfirmed || linkAgain !== null) && <Confirmation view={view} say={say} />}
    </>
  );
}

interface InvitationProps {
  readonly state: InvitationState | null;
  readonly url: string | null;
  readonly title: string | null;
  readonly say: Say;
}

function Invitation({ state, url, title, say }: InvitationProps) {
  const accept = state === 'invited' && url !== null && (
    <a class="button wide" href={url} rel="noopener">
      {say('status.accept')}
    </a>
  );
  if (title === null && accept) return accept;
  return (
    <section class={`notice${state === 'invited' || state === 'converted' ? ' good' : ''}`}>
      {title !== null && <h2>{title}</h2>}
      {state === 'invited' && url === null && <p>{say('status.invitedText')}</p>}
      {accept}
    </section>
  );
}

function Confirmation({ view: { status, path, linkAgain }, say }: { view: StatusView; say: Say }) {
  const isUnconfirmed = status.confirmed === false;
  return (
    <section class="notice">
      {isUnconfirmed && <h2>{say('status.unconfirmed')}</h2>}
      <p>{say(linkAgain === null ? 'status.unconfirmedText' : afterAsking[linkAgain])}</p>
      {isUnconfirmed && (linkAgain === null || linkAgain === 'recently') && (
        <form method="post" action={path === null ? undefined : `${path}/again`}>
          <button type="submit" class="quiet" disabled={path === null}>
            {say('status.again')}
          </button>
        </form>
      )}
    </section>
  );
}
