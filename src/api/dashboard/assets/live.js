/** Keeps the numbers of a page up to date until nothing moves, and tells once that there are new signups. */

const said = document.querySelector('[data-live-from]');

if (said)
  poll(said.dataset.liveFrom, (page) => {
    renew(document.querySelectorAll('[data-live]'), page);
    if (said.textContent === '' && document.querySelector('[data-again]') !== null)
      said.textContent = 'There are new signups.';
    return page.querySelector('[data-ended]') !== null;
  });

// Opens the page anew where it was scrolled to.
document.addEventListener('click', (event) => {
  if (!event.target.closest('[data-again]') || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  location.reload();
});
