'use client';

import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Place, type Status } from './place';

interface Props {
  readonly serviceUrl: string;
  readonly referralCode?: string;
  /** The `utm_source` of the link that led here. */
  readonly source?: string;
}

/** The form, or the place of the visitor who has signed up in this browser. */
export function Waitlist({ serviceUrl, referralCode, source }: Props) {
  const [status, setStatus] = useState<Status>();
  const [message, setMessage] = useState('');
  const busy = useRef(false);

  useEffect(() => {
    readStatus(serviceUrl).then((found) => found && setStatus(found));
  }, [serviceUrl]);

  async function signUp(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy.current) return; // else the answer to a second click would replace the place
    busy.current = true;
    setMessage('');
    const body = new FormData(event.currentTarget);
    if (!document.referrer.startsWith(`${location.origin}/`)) body.set('referrer', document.referrer);
    const answer = await fetch('/signup', { method: 'POST', body }).catch(() => undefined);
    const result = await answer?.json().catch(() => undefined);
    if (answer?.ok) setStatus((!result.message && (await readStatus(serviceUrl))) || result);
    else setMessage(result?.message ?? 'Something went wrong. Please try again.');
    busy.current = false;
  }

  if (status) return <Place status={status} text="I am on the waitlist for Acme Notes. Join me!" />;
  return (
    <form onSubmit={signUp}>
      <label htmlFor="email">Email</label>
      <input id="email" name="email" type="email" autoComplete="email" maxLength={320} required />
      <input type="hidden" name="ref" value={referralCode ?? ''} />
      <input type="hidden" name="utm_source" value={source ?? ''} />
      <input className="trap" name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
      <button type="submit">Join the waitlist</button>
      <p role="alert">{message}</p>
      <p className="quiet">We write when it is your turn, and share your address with nobody.</p>
    </form>
  );
}

/** What the service knows of the visitor whose token is in the cookie. Undefined without one. */
async function readStatus(serviceUrl: string): Promise<Status | undefined> {
  const token = /(?:^|; )waitlist_status=([\w-]+)/.exec(document.cookie)?.[1];
  if (!token) return undefined;
  const answer = await fetch(`${serviceUrl}/v1/public/status`, {
    headers: { authorization: `Status ${token}` },
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined);
  if (!answer?.ok) return undefined;
  const status = await answer.json();
  // Both are null if the settings of the list hide the place.
  return { ...status, place: status.display_position ?? status.position, link: status.referral_link };
}
