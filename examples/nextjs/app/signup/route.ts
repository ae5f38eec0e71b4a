import { cookies } from 'next/headers';

const address = /(\d+\.){3}\d+|[\da-f]*:[\da-f:.]+/i; // without a port
const refuse = (status: number, message: string) => Response.json({ message }, { status });

export async function POST(request: Request) {
  const form = await request.formData().catch(() => new FormData());
  // Only a bot fills the hidden field.
  if (form.get('website')) return Response.json({ place: null, link: null });
  const { WAITLIST_URL, WAITLIST_ID, WAITLIST_API_KEY, NODE_ENV } = process.env;
  const answer = await fetch(`${WAITLIST_URL}/v1/waitlists/${WAITLIST_ID}/signups`, {
    method: 'POST',
    headers: { authorization: `Bearer ${WAITLIST_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      email: form.get('email'),
      referral_code: form.get('ref')?.slice(0, 64),
      utm_source: form.get('utm_source')?.slice(0, 200),
      referrer: form.get('referrer')?.slice(0, 2000),
      // Your platform's proxy added the last address. Visitors can forge those before it.
      client_ip: request.headers.get('x-forwarded-for')?.split(',').at(-1)?.match(address)?.[0],
      user_agent: request.headers.get('user-agent')?.slice(0, 500),
      include: ['created', 'display_position', 'referral_link', 'status_token'],
    }),
  });
  const { error, ...signup } = await answer.json();
  if (answer.status === 429) return refuse(429, 'Please try again in a minute.');
  if (error?.message.match(/^email:/)) return refuse(400, 'Please check your email address.');
  // The visitor can do nothing about any other refusal. Next.js logs it and answers 500.
  if (error) throw new Error(`The waitlist service answered ${answer.status}: ${error.message}`);
  // Somebody else's address shows neither that person's place nor link.
  if (!signup.created) return Response.json({ message: 'You are on the list already. See your mail.' });
  // Not `httpOnly`: a script of the page calls the service with it, so the limit counts each visitor.
  const options = { maxAge: 31_536_000, sameSite: 'lax', secure: NODE_ENV === 'production' } as const;
  if (signup.status_token) (await cookies()).set('waitlist_status', signup.status_token, options);
  return Response.json({ place: signup.display_position ?? signup.position, link: signup.referral_link });
}
