import { useRef, useState } from 'react';

/** What the page shows. `place` and `link` are all that is known while the service does not answer. */
export interface Status {
  readonly place?: number | null;
  readonly link?: string | null;
  /** Instead of all other facts: what people see who sign up again. */
  readonly message?: string;
  readonly total?: number | null;
  /** How many places the friends of the person have brought, and how many one more brings. */
  readonly moved?: number | null;
  readonly per_referral?: number | null;
  readonly referral_count?: number;
  readonly ladder?: readonly Step[] | null;
}

interface Step {
  readonly name: string;
  /** How many friends it takes, and how many are missing. */
  readonly at: number;
  readonly missing: number;
  readonly reached_at: string | null;
}

const format = (number: number) => number.toLocaleString('en');
const places = (number: number) => `${format(number)} ${number === 1 ? 'place' : 'places'}`;
const friends = (number: number) => `${format(number)} ${number === 1 ? 'friend' : 'friends'}`;

/** A person's own status: the place, what friends bring, the link to share with `text`, and the rewards. */
export function Place({ status, text }: { status: Status; text: string }) {
  const { message, place, link, total, moved, ladder, referral_count: count = 0 } = status;
  const facts = [total && `of ${format(total)} on the list`, moved && `${places(moved)} up`];
  return (
    <section className="card">
      <div role="status">
        <p className="number">
          {message ?? (place ? 'You are number' : 'You are on the list.')}{' '}
          {place && <strong>{format(place)}</strong>}
        </p>
        <p className="quiet">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {link && <Share link={link} text={text} gain={whatFriendsBring(status)} />}
      {ladder && ladder.length > 0 && <Rewards ladder={ladder} count={count} />}
    </section>
  );
}

function whatFriendsBring({ place, per_referral: bonus, referral_count: count = 0 }: Status) {
  const soFar = count > 0 ? ` ${friends(count)} so far.` : '';
  if (!bonus) return `Everyone who signs up with your link counts.${soFar}`;
  if (place === 1) return `You are at the front of the line.${soFar}`;
  if (place && place - bonus <= 1) return `One more friend takes you to the front.${soFar}`;
  return `Each friend who joins moves you up ${places(bonus)}.${soFar}`;
}

function Share({ link, text, gain }: { link: string; text: string; gain: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    input.current?.select();
    await navigator.clipboard.writeText(link);
    setCopied(true);
  }
  const share = () => navigator.share({ text, url: link }).catch(() => {}); // closed
  const [words, url] = [encodeURIComponent(text), encodeURIComponent(link)];
  const networks = {
    X: `https://x.com/intent/post?text=${words}&url=${url}`,
    WhatsApp: `https://wa.me/?text=${words}%20${url}`,
    LinkedIn: `https://www.linkedin.com/sharing/share-offsite/?url=${url}`,
    Telegram: `https://t.me/share/url?url=${url}&text=${words}`,
    Email: `mailto:?subject=${words}&body=${url}`,
  };
  const hasMenu = typeof navigator.share === 'function'; // that of the device
  return (
    <div>
      <h2>Invite friends</h2>
      <p className="quiet">{gain}</p>
      <p className="copy">
        <input ref={input} aria-label="Your link" value={link} readOnly />
        <button type="button" onClick={copy}>
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      </p>
      {hasMenu ? (
        <button type="button" className="send" onClick={share}>
          Share
        </button>
      ) : (
        <ul className="networks">
          {Object.entries(networks).map(([name, address]) => (
            <li key={name}>
              <a href={address} target="_blank" rel="noopener">
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Rewards({ ladder, count }: { ladder: readonly Step[]; count: number }) {
  const next = ladder.find(({ missing }) => missing > 0);
  return (
    <div>
      <h2 id="next">{next ? `${format(next.missing)} more until ${next.name}` : 'Your rewards'}</h2>
      {next && <progress max={next.at} value={count} aria-labelledby="next" />}
      <ol className="ladder">
        {ladder.map(({ name, at, missing, reached_at }) => (
          <li key={at} className={reached_at ? 'reached' : ''}>
            {/* A referral may have to be proven before it earns something. */}
            {name} <small>{reached_at ? 'Reached' : missing > 0 ? friends(at) : 'Being checked'}</small>
          </li>
        ))}
      </ol>
    </div>
  );
}
