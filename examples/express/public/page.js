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
  if (answer?.ok) show((!result.message && (await readOwnStatus())) || result);
  else
    form.querySelector('[role=alert]').textContent =
      result?.message ?? 'Something went wrong. Please try again.';
  busy = false;
});

// A visitor who has signed up in this browser sees the place instead of the form.
readOwnStatus().then((status) => status && show(status));

async function readOwnStatus() {
  const token = /(?:^|; )waitlist_status=([\w-]+)/.exec(document.cookie)?.[1];
  return token && readStatus(service, token);
}

function show(status) {
  form.remove();
  showPlace(status, 'I am on the waitlist for Acme Notes. Join me!');
}
