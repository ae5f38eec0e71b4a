import { fail } from '@sveltejs/kit';
import { env } from '$env/dynamic/private';

const messages = { 400: 'Please check your email address.', 429: 'Please try again in a minute.' };
const address = /(\d+\.){3}\d+|[\da-f]*:[\da-f:.]+/i; // without a port

export const load = ({ url }) => ({ serviceUrl: env.WAITLIST_URL, ref: url.searchParams.get('ref') });

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
        client_ip: getClientAddress().match(address)?.[0], // behind a proxy: set ADDRESS_HEADER and XFF_DEPTH
        user_agent: request.headers.get('user-agent')?.slice(0, 500),
        include: ['created', 'display_position', 'referral_link', 'status_token'],
      }),
    });
    const { error, ...signup } = await answer.json();
    const message = messages[answer.status];
    if (message) return fail(answer.status, { message });
    if (error) throw new Error(`The waitlist service answered ${answer.status}: ${error.message}`);
    // Somebody else's address shows neither that person's place nor link.
    if (!signup.created) return { signup: { message: 'You are on the list already. See your mail.' } };
    // Not `httpOnly`: the page asks the service itself, which counts requests by the visitor's address.
    const options = { path: '/', httpOnly: false, maxAge: 31_536_000 };
    if (signup.status_token) cookies.set('waitlist_status', signup.status_token, options);
    return { signup: { place: signup.display_position ?? signup.position, link: signup.referral_link } };
  },
};
