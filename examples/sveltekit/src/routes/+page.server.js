import { fail } from '@sveltejs/kit';
import { env } from '$env/dynamic/private';

export const load = () => ({ serviceUrl: env.WAITLIST_URL });

export const actions = {
  default: async ({ request, cookies, getClientAddress }) => {
    const form = await request.formData();
    if (form.get('website')) return { signup: { place: null, link: null } }; // only a bot fills the hidden field
    const answer = await fetch(`${env.WAITLIST_URL}/v1/waitlists/${env.WAITLIST_ID}/signups`, {
      method: 'POST',
      headers: { authorization: `Bearer ${env.WAITLIST_API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        email: form.get('email'),
        referral_code: form.get('ref')?.slice(0, 64),
        utm_source: form.get('utm_source')?.slice(0, 200),
        referrer: form.get('referrer')?.slice(0, 2000),
        // Behind a proxy set ADDRESS_HEADER and XFF_DEPTH. Some proxies append a port.
        client_ip: getClientAddress().match(/(\d+\.){3}\d+|[\da-f]*:[\da-f:.]+/i)?.[0],
        user_agent: request.headers.get('user-agent')?.slice(0, 500),
        include: ['created', 'display_position', 'referral_link', 'status_token'],
      }),
    });
    const { error, ...signup } = await answer.json();
    if (answer.status === 429) return fail(429, { message: 'Please try again in a minute.' });
    if (error?.message.match(/^email:/)) return fail(400, { message: 'Please check your email address.' });
    // The visitor can do nothing about any other refusal. SvelteKit logs it and shows the error page.
    if (error) throw new Error(`The waitlist service answered ${answer.status}: ${error.message}`);
    // Somebody else's address shows neither that person's place nor link.
    if (!signup.created) return { signup: { message: 'You are on the list already. See your mail.' } };
    // Not `httpOnly`: the page asks the service itself, which counts requests by the visitor's address.
    const options = { path: '/', httpOnly: false, maxAge: 31_536_000 };
    if (signup.status_token) cookies.set('waitlist_status', signup.status_token, options);
    return { signup: { place: signup.display_position ?? signup.position, link: signup.referral_link } };
  },
};
