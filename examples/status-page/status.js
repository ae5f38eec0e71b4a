const service = 'http://localhost:3000'; // the address of the waitlist service

const element = (id) => document.getElementById(id);

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

async function showStatus(token) {
  const headers = { authorization: `Status ${token}` };
  const answer = await fetch(`${service}/v1/public/status`, { headers }).catch(() => undefined);
  if (answer?.ok) show(await answer.json());
  else if (answer?.status === 401 || answer?.status === 404)
    element('place').textContent = 'This link does not work any more.';
  else element('place').textContent = 'Please try again in a minute.';
}

function show(status) {
  const place = status.display_position ?? status.position; // null if the list hides it
  const friends = status.referral_count;
  element('name').textContent = document.title = status.waitlist_name;
  element('place').textContent = place
    ? `You are number ${place.toLocaleString('en')}.`
    : 'You are on the list.';
  element('invitation').textContent = invitations[status.invitation_state] ?? '';
  element('friends').textContent =
    friends > 0
      ? `${friends.toLocaleString('en')} ${friends === 1 ? 'friend' : 'friends'} signed up with your link.`
      : '';
  element('share').hidden = !status.referral_link;
  if (!status.referral_link) return;
  element('link').value = status.referral_link;
  const words = {
    TEXT: `I am on the waitlist of ${status.waitlist_name}. Join me:`,
    LINK: status.referral_link,
  };
  for (const anchor of element('buttons').querySelectorAll('a'))
    anchor.href = anchor.href.replace(/TEXT|LINK/g, (word) => encodeURIComponent(words[word]));
}

element('copy').addEventListener('click', async () => {
  element('link').select();
  await navigator.clipboard.writeText(element('link').value);
  element('copy').textContent = 'Copied';
});

const token = findToken();
if (token) {
  showStatus(token);
  document.addEventListener('visibilitychange', () => document.hidden || showStatus(token));
} else element('place').textContent = 'Sign up first: this browser has no place yet.';
