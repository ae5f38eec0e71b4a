'use client';

import { type SubmitEvent, useEffect, useRef, useState } from 'react';

interface Signup {
  readonly place?: number | null;
  readonly link?: string | null;
  /** What people see instead who sign up again. */
  readonly message?: string;
}

interface Props {
  readonly serviceUrl: string;
  readonly referralCode?: string;
  /** The `utm_source` of the link that led here. */
  readonly source?: string;
}

/** The form, or the place of the visitor who has signed up in this browser. */
export function Waitlist({ serviceUrl, referralCode, source }: Props) {
  const [signup, setSignup] = useState<Signup>();
  const [message, setMessage] = useState('');
  const busy = useRef(false);

  useEffect(() => {
    readPlace(serviceUrl).then(setSignup, () => {});
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
    if (answer?.ok) setSignup(result);
    else setMessage(result?.message ?? 'Something went wrong. Please try again.');
    busy.current = false;
  }

  if (signup)
    return (
      <section role="status">
        <p className="place">
          {signup.message ??
            (signup.place ? `You are number ${signup.place.toLocaleString('en')}.` : 'You are on the list.')}
        </p>
        {signup.link && (
          <p>
            Invite friends with your link: <a href={signup.link}>{signup.link}</a>
          </p>
        )}
      </section>
    );
  return (
    <form onSubmit={signUp}>
      <label htmlFor="email">Email</label>
      <input id="email" name="email" type="email" autoComplete="email" maxLength={320} required />
      <input type="hidden" name="ref" value={referralCode ?? ''} />
      <input type="hidden" name="utm_source" value={source ?? ''} />
      <input className="trap" name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
      <button type="submit">Join the waitlist</button>
      <p role="alert">{message}</p>
    </form>
  );
}

/** What the service knows about the visitor whose token is in the cookie. Undefined without one. */
async function readPlace(serviceUrl: string): Promise<Signup | undefined> {
  const token = /(?:^|; )waitlist_status=([\w-]+)/.exec(document.cookie)?.[1];
  if (!token) return undefined;
  const answer = await fetch(`${serviceUrl}/v1/public/status`, {
    headers: { authorization: `Status ${token}` },
  });
  if (!answer.ok) return undefined;
  const status = await answer.json();
  return { place: status.display_position ?? status.position, link: status.referral_link };
}
