/**
 * Updates the preview while the email is edited, and inserts placeholders. Without scripts the Preview button
 * shows the preview.
 */

const button = document.querySelector('button[formtarget="preview"]');
const { form } = button;
const first = document.querySelector('iframe[name="preview"]');
const { refresh, refreshSoon } = previewFrame(first, (frame) => {
  button.formTarget = frame;
  form.requestSubmit(button);
});

form.addEventListener('input', ({ target }) => {
  if (target.name !== 'to') refreshSoon();
});
button.addEventListener('click', (event) => {
  event.preventDefault();
  refresh();
});
if (!first.hasAttribute('src')) refresh(); // the page shows a draft that has not been saved

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
