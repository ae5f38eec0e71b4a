const service = 'http://localhost:3000'; // the address of the waitlist service

/** The token in `#TOKEN`, else in the cookie that the starters set. */
function findToken() {
  const token = location.hash.slice(1);
  if (!/^[\w-]+$/.test(token)) return readCookie();
  // Keeps it for the next visit, and out of an address that somebody copies to share.
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere
  document.cookie = `waitlist_status=${token}; path=/; max-age=31536000; samesite=lax${secure}`;
  if (readCookie() === token) history.replaceState(null, '', location.pathname + location.search);
  return token;
}

function readCookie() {
  return /(?:^|; )waitlist_status=([\w-]+)/.exec(document.cookie)?.[1];
}

const invitations = {
  invited: 'You are invited. The link is in your invitation.',
  converted: 'You have joined.',
  expired: 'Your invitation has expired.',
  declined: 'You have declined your invitation.',
};

async function show(token) {
  const status = await readStatus(service, token);
  if (status) {
    const { waitlist_name: name, invitation_state: state } = status;
    element('name').textContent = document.title = name;
    element('message').textContent = invitations[state] ?? '';
    showPlace(status, `I am on the waitlist for ${name}. Join me!`);
  } else if (status === null) {
    element('place').hidden = true;
    element('message').textContent = 'This link does not work any more.';
  } else if (element('place').hidden) element('message').textContent = 'Please try again in a minute.';
}

const token = findToken();
if (token) {
  show(token);
  document.addEventListener('visibilitychange', () => document.hidden || show(token));
} else element('message').textContent = 'Sign up first: this browser has no place yet.';
