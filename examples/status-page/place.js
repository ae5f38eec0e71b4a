// Shows a person's own status: the place, what friends bring, the link to share, and the rewards.

const networks = {
  X: 'https://x.com/intent/post?text=TEXT&url=LINK',
  WhatsApp: 'https://wa.me/?text=TEXT%20LINK',
  LinkedIn: 'https://www.linkedin.com/sharing/share-offsite/?url=LINK',
  Telegram: 'https://t.me/share/url?url=LINK&text=TEXT',
  Email: 'mailto:?subject=TEXT&body=LINK',
};

const element = (id) => document.getElementById(id);
const make = (tag, properties, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};
const format = (number) => number.toLocaleString('en');
const places = (number) => `${format(number)} ${number === 1 ? 'place' : 'places'}`;
const friends = (number) => `${format(number)} ${number === 1 ? 'friend' : 'friends'}`;

/** What the service knows of the person with this token; null if it knows none, undefined if it is away. */
async function readStatus(service, token) {
  const answer = await fetch(`${service}/v1/public/status`, {
    headers: { authorization: `Status ${token}` },
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined);
  if (answer?.status === 401 || answer?.status === 404) return null;
  if (!answer?.ok) return undefined;
  const status = await answer.json();
  // Both are null if the settings of the list hide the place.
  return { ...status, place: status.display_position ?? status.position, link: status.referral_link };
}

/** If the service does not answer, only `place` and `link` are known, and `message` stands for all. */
function showPlace({ message, place, link, total, moved, ladder, ...status }, text) {
  element('place').hidden = false;
  element('standing').textContent = message ?? (place ? 'You are number' : 'You are on the list.');
  element('number').textContent = place ? format(place) : '';
  const facts = [total && `of ${format(total)} on the list`, moved > 0 && `${places(moved)} up`];
  element('facts').textContent = facts.filter(Boolean).join(' · ');
  element('share').hidden = !link;
  if (link) showShare(link, text, whatFriendsBring(place, status));
  element('rewards').hidden = !ladder?.length;
  if (ladder?.length) showRewards(ladder, status.referral_count);
}

function whatFriendsBring(place, { per_referral: bonus, referral_count: count }) {
  const soFar = count > 0 ? ` ${friends(count)} so far.` : '';
  if (!bonus) return `Everyone who signs up with your link counts.${soFar}`;
  if (place === 1) return `You are at the front of the line.${soFar}`;
  if (place && place - bonus <= 1) return `One more friend takes you to the front.${soFar}`;
  return `Each friend who joins moves you up ${places(bonus)}.${soFar}`;
}

function showShare(link, text, gain) {
  element('gain').textContent = gain;
  element('link').value = link;
  element('copy').onclick = async () => {
    element('link').select();
    await navigator.clipboard.writeText(link);
    element('copy').textContent = 'Copied';
  };
  element('send').hidden = !navigator.share; // the menu of the device; else there are links
  element('send').onclick = () => navigator.share({ text, url: link }).catch(() => {}); // closed
  element('networks').hidden = !!navigator.share;
  const words = { TEXT: text, LINK: link };
  const fill = (address) => address.replace(/TEXT|LINK/g, (word) => encodeURIComponent(words[word]));
  element('networks').replaceChildren(
    ...Object.entries(networks).map(([name, address]) =>
      make('li', {}, make('a', { href: fill(address), target: '_blank' }, name)),
    ),
  );
}

function showRewards(ladder, count) {
  const next = ladder.find(({ missing }) => missing > 0);
  element('next').textContent = next ? `${format(next.missing)} more until ${next.name}` : 'Your rewards';
  element('progress').hidden = !next;
  if (next) Object.assign(element('progress'), { max: next.at, value: count });
  element('ladder').replaceChildren(
    ...ladder.map(({ name, at, missing, reached_at }) => {
      // A referral may have to be proven before it earns something.
      const state = reached_at ? 'Reached' : missing > 0 ? friends(at) : 'Being checked';
      return make('li', { className: reached_at ? 'reached' : '' }, name, make('small', {}, state));
    }),
  );
}

Object.assign(globalThis, { readStatus, showPlace }); // for the script of the page
