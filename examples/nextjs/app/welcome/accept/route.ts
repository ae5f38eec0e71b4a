import { callWaitlist } from '../../call-waitlist';

export async function POST(request: Request) {
  const form = await request.formData();
  const token = String(form.get('token')).slice(0, 200);
  const email = String(form.get('email')).slice(0, 320);
  const back = (query = '') =>
    new Response(null, {
      status: 303,
      headers: { location: `/welcome?token=${encodeURIComponent(token)}${query}` },
    });
  const { valid, reason } = await callWaitlist('/invitations/verify', { token, email });
  if (!valid) return back(reason === 'email_mismatch' ? '&retry=1' : '');
  const userId = await createAccount(email);
  // If this fails, the person tries again.
  await callWaitlist('/conversions', { token, email, external_id: userId });
  return back();
}

/** Yours: makes the account, or finds the one that an attempt before has made, and gives its id. */
async function createAccount(email: string): Promise<string> {
  return `user_${email}`.slice(0, 200);
}
