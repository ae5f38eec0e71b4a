import type { Say } from '../../../../shared/platform/language/say.ts';
import { inline } from '../../document/inline.ts';
import { Icon } from './icons.tsx';
import { networks, shareLink } from './share-links.ts';
import { shareScript } from './share-script.ts';
import { shareStyle } from './share-style.ts';

/** The stylesheet and the script of `Share`, for the pages that have it. */
export const shareParts = { style: inline(shareStyle), script: inline(shareScript) };

interface ShareProps {
  /** The referral link of the person. */
  readonly link: string;
  /** The name of the list. */
  readonly name: string;
  /** Where the QR code of the link is; null to show none. */
  readonly qrPath: string | null;
  readonly say: Say;
  /** Whether it is a preview, where no script shows the button that copies. */
  readonly isPreview?: boolean;
}

/**
 * The link of a person, and ways to share it. It needs `shareParts`: the script only for copying
 * and for the device's own way to share; all else works without.
 */
export function Share({ link, name, qrPath, say, isPreview = false }: ShareProps) {
  const text = say('status.shareText', { list: name });
  return (
    <div class="share" data-link={link} data-text={text}>
      <div class="link">
        <label for="link">{say('status.link')}</label>
        <div class="copy">
          <input id="link" type="text" value={link} dir="ltr" readonly />
          <button type="button" data-copy data-copied={say('status.copied')} hidden={!isPreview}>
            {say('status.copy')}
          </button>
        </div>
        <p class="hidden" role="status" data-said />
      </div>
      <button type="button" class="quiet wide" data-share hidden>
        {say('status.shareButton')}
      </button>
      <ul class="networks">
        {networks.map((network) => (
          <li key={network}>
            <a
              class="button quiet"
              href={shareLink(network, link, text)}
              target={network === 'email' ? undefined : '_blank'}
              rel="noopener noreferrer"
              title={labelOf(network, say)}
            >
              <Icon of={network} />
              <span class="hidden">{labelOf(network, say)}</span>
            </a>
          </li>
        ))}
      </ul>
      <details>
        <summary>{say('status.qr')}</summary>
        {qrPath !== null && (
          <img src={qrPath} alt={say('status.qrOf')} width="200" height="200" loading="lazy" />
        )}
      </details>
    </div>
  );
}

const labelOf = (network: (typeof networks)[number], say: Say) =>
  network === 'email' ? say('status.shareByEmail') : say('status.shareOn', { network });
