/**
 * A function of browsers that copies the link of a `Share`, and offers the device's own way to share it where
 * there is one. It shows the buttons that need it; without it the link is there, and all other ways to share.
 */
export const wireShare = `(share) => {
  const { link, text } = share.dataset;
  const input = share.querySelector('input');
  const copy = share.querySelector('[data-copy]');
  const said = share.querySelector('[data-said]');
  const label = copy.textContent;
  let timer;
  copy.hidden = false;
  input.addEventListener('focus', () => input.select());
  copy.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      input.select();
      if (!document.execCommand('copy')) return;
      copy.focus();
    }
    copy.textContent = said.textContent = copy.dataset.copied;
    clearTimeout(timer);
    timer = setTimeout(() => {
      copy.textContent = label;
      said.textContent = '';
    }, 2500);
  });
  const button = share.querySelector('[data-share]');
  if (!navigator.share) return;
  button.hidden = false;
  share.dataset.canShare = '';
  button.addEventListener('click', () => navigator.share({ text, url: link }).catch(() => {}));
}`;

/** Does so with each `Share` of a page. */
export const shareScript = `document.querySelectorAll('.share').forEach(${wireShare});`;
