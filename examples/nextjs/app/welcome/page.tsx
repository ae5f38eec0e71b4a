import type { Metadata } from 'next';
import { callWaitlist } from '../call-waitlist';

export const metadata: Metadata = { referrer: 'no-referrer' }; // the address of this page holds the token

const messages: Record<string, string> = {
  unknown: 'This link is not complete. Please open it from your mail again.',
  expired: 'This invitation has expired.',
  revoked: 'This invitation is no longer valid.',
  declined: 'This invitation was declined.',
  converted: 'Welcome! Your account is ready.',
};

export default async function Welcome({
  searchParams,
}: {
  searchParams: Promise<{ token?: string; retry?: string }>;
}) {
  const { token = '', retry } = await searchParams;
  const { valid, reason, email_hint } = await callWaitlist('/invitations/verify', {
    token: String(token).slice(0, 200),
  });
  return (
    <main>
      <h1>Welcome</h1>
      {valid ? (
        <form method="post" action="/welcome/accept">
          <p>It is your turn. Use the address that we invited: {email_hint}</p>
          {retry && <p role="alert">That is another address. Please use the one that we invited.</p>}
          <input type="hidden" name="token" value={token} />
          <label>
            Email <input type="email" name="email" required maxLength={320} autoComplete="email" />
          </label>
          <button type="submit">Create my account</button>
        </form>
      ) : (
        <p role="status">{messages[reason]}</p>
      )}
    </main>
  );
}
