/**
 * Updates the preview while the email is edited, and inserts placeholders. Without scripts the Preview button
 * shows the preview.
 */

const pauseMs = 400;

const button = document.querySelector('button[formtarget="preview"]');
const { form } = button;
let shown = document.querySelector('iframe[name="preview"]');
let loading;
let frames = 0;
let timer;

/**
 * Loads each preview in a new frame, so it adds no entry to the browser history.
 * The old frame stays until then.
 */
function refresh() {
  clearTimeout(timer);
  loading?.remove();
  const next = shown.cloneNode();
  next.removeAttribute('src');
  frames += 1;
  next.name = `preview-${frames}`;
  shown.after(next);
  next.addEventListener('load', () => {
    shown.remove();
    shown = next;
    loading = undefined;
  });
  loading = next;
  button.formTarget = next.name;
  form.requestSubmit(button);
}

form.addEventListener('input', ({ target }) => {
  if (target.name === 'to') return;
  clearTimeout(timer);
  timer = setTimeout(refresh, pauseMs);
});
button.addEventListener('click', (event) => {
  event.preventDefault();
  refresh();
});
if (!shown.hasAttribute('src')) refresh(); // the page shows a draft that has not been saved

/** The text that a placeholder is inserted in: the last one that was edited. */
let edited = form.querySelector('textarea');
form.addEventListener('focusin', ({ target }) => {
  if (target.matches('textarea, [name="subject"], [name="headline"], [name="button_text"]')) edited = target;
});
for (const insert of form.querySelectorAll('[data-insert]')) {
  insert.hidden = false;
  insert.addEventListener('click', () => {
    const { selectionStart, selectionEnd } = edited;
    edited.setRangeText(insert.dataset.insert, selectionStart, selectionEnd, 'end');
    edited.dispatchEvent(new Event('input', { bubbles: true }));
    edited.focus();
  });
}
