import express from 'express';

const { WAITLIST_URL, WAITLIST_ID, WAITLIST_API_KEY, PROXIES = '0', PORT = '4000', NODE_ENV } = process.env;
// With too many proxies a visitor can choose what `ip` is.
const app = express().set('trust proxy', Number(PROXIES));
app.use(express.static('public'));

app.post('/signup', express.urlencoded(), async ({ body = {}, ip, headers }, response) => {
  if (body.website) return response.json({ place: null, link: null }); // only a bot fills the hidden field
  const answer = await fetch(`${WAITLIST_URL}/v1/waitlists/${WAITLIST_ID}/signups`, {
    method: 'POST',
    headers: { authorization: `Bearer ${WAITLIST_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      email: body.email,
      referral_code: body.ref?.slice(0, 64),
      utm_source: body.utm_source?.slice(0, 200),
      referrer: body.referrer?.slice(0, 2000),
      client_ip: ip?.match(/(\d+\.){3}\d+|[\da-f]*:[\da-f:.]+/i)?.[0], // without a port
      user_agent: headers['user-agent']?.slice(0, 500),
      include: ['created', 'display_position', 'referral_link', 'status_token'],
    }),
  });
  const { error, ...signup } = await answer.json();
  if (answer.status === 429) return response.status(429).json({ message: 'Please try again in a minute.' });
  if (error?.message.match(/^email:/))
    return response.status(400).json({ message: 'Please check your email address.' });
  // The visitor can do nothing about any other refusal. Express logs it and answers 500.
  if (error) throw new Error(`The waitlist service answered ${answer.status}: ${error.message}`);
  // Somebody else's address shows neither that person's place nor link.
  if (!signup.created) return response.json({ message: 'You are on the list already. See your mail.' });
  // Not `httpOnly`: the page asks the service itself, which counts requests by the visitor's address.
  const options = { maxAge: 365 * 86_400_000, sameSite: 'lax', secure: NODE_ENV === 'production' };
  if (signup.status_token) response.cookie('waitlist_status', signup.status_token, options);
  response.json({ place: signup.display_position ?? signup.position, link: signup.referral_link });
});

app.listen(PORT, () => console.log(`http://localhost:${PORT}`));
