/**
 * Cmd-K or Ctrl-K opens the search in a dialog, which finds while one types. Without scripts its link opens
 * the page.
 */

const links = [...document.querySelectorAll('.jump-link')];
const [link] = links;
const waitMs = 120;
let dialog;
let input;
let turn = 0;
let timer;

/** The search as the server renders it, so that dialog and page are the same. */
async function load(text) {
  const answer = await fetch(`${link.href}?${new URLSearchParams(text === '' ? {} : { q: text })}`).catch(
    () => undefined,
  );
  if (!answer?.ok || answer.redirected) return undefined;
  return new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('search.jump');
}

/** An answer that comes late is not shown. */
async function find() {
  turn += 1;
  const mine = turn;
  const next = await load(input.value.trim());
  if (mine === turn && next) dialog.querySelector('#found').replaceWith(next.querySelector('#found'));
}

async function open() {
  if (dialog === undefined) {
    const search = await load('');
    if (search === undefined) {
      location.href = link.href; // signed out, or away
      return;
    }
    dialog = document.createElement('dialog');
    dialog.className = 'jumping';
    dialog.setAttribute('aria-label', 'Search');
    dialog.append(search);
    document.body.append(dialog);
    input = dialog.querySelector('input');
    input.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(find, waitMs);
    });
    dialog.addEventListener('keydown', move);
    dialog.addEventListener('click', ({ target }) => {
      if (target === dialog || target.closest('a')) dialog.close();
    });
  }
  if (dialog.open) return;
  document.querySelector('.side:popover-open')?.hidePopover();
  dialog.showModal();
  input.focus();
  input.select();
}

/** Arrows move through what was found; Enter in the text takes the first. */
function move(event) {
  const found = [...dialog.querySelectorAll('#found a')];
  const at = found.indexOf(document.activeElement);
  if (event.key === 'ArrowDown') (found[at + 1] ?? found.at(-1))?.focus();
  else if (event.key === 'ArrowUp') (at > 0 ? found[at - 1] : input).focus();
  else if (event.key === 'Enter' && document.activeElement === input) goToFirst();
  else return;
  event.preventDefault();
}

/** Also if somebody types faster than the server answers. */
async function goToFirst() {
  clearTimeout(timer);
  await find();
  dialog.querySelector('#found a')?.click();
}

if (link) {
  const isApple = /Mac|iP/.test(navigator.platform);
  for (const keys of document.querySelectorAll('.jump-link kbd')) {
    keys.textContent = isApple ? '⌘K' : 'Ctrl K';
    keys.hidden = false;
  }
  addEventListener('keydown', (event) => {
    const { key, metaKey, ctrlKey, altKey, shiftKey } = event;
    if (key?.toLowerCase() !== 'k' || !(metaKey || ctrlKey) || altKey || shiftKey) return;
    event.preventDefault();
    open();
  });
  for (const each of links)
    each.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open();
    });
}
