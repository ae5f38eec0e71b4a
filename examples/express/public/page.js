const service = 'http://localhost:3000'; // WAITLIST_URL, as browsers reach it

const form = document.querySelector('form');
const query = new URLSearchParams(location.search);
for (const name of ['ref', 'utm_source']) form.elements[name].value = query.get(name) ?? '';
const isOwn = document.referrer.startsWith(`${location.origin}/`);
form.elements.referrer.value = isOwn ? '' : document.referrer;

let busy = false;
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (busy) return; // else the answer to a second click would replace the place
  busy = true;
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch('/signup', { method: 'POST', body }).catch(() => undefined);
  const result = await answer?.json().catch(() => undefined);
  if (answer?.ok) show(result);
  else
    form.querySelector('[role=alert]').textContent =
      result?.message ?? 'Something went wrong. Please try again.';
  busy = false;
});

// A visitor who has signed up in this browser sees the place instead of the form.
const token = /(?:^|; )waitlist_status=([\w-]+)/.exec(document.cookie)?.[1];
if (token) {
  const headers = { authorization: `Status ${token}` };
  const answer = await fetch(`${service}/v1/public/status`, { headers }).catch(() => undefined);
  if (answer?.ok) {
    const { position, display_position, referral_link } = await answer.json();
    show({ place: display_position ?? position, link: referral_link });
  }
}

function show({ place, link, message }) {
  form.remove();
  const text = document.createElement('p');
  text.className = 'place';
  text.textContent =
    message ?? (place ? `You are number ${place.toLocaleString('en')}.` : 'You are on the list.');
  document.querySelector('section').replaceChildren(text);
  if (!link) return;
  const share = document.createElement('p');
  const anchor = document.createElement('a');
  anchor.href = anchor.textContent = link;
  share.append('Invite friends with your link: ', anchor);
  document.querySelector('section').append(share);
}
