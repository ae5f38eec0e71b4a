/**
 * Asks before changes that are not saved are left, also by sending another form of the page. A form with GET
 * changes nothing.
 */

const forms = [...document.querySelectorAll('main form[method="post"]:not(.dialog form)')];

/** What would be saved. The address of a test mail is not. */
const valuesOf = (form) => {
  const values = new FormData(form);
  values.delete('to');
  return new URLSearchParams(values).toString();
};

const saved = new Map(forms.map((form) => [form, 'unsaved' in form.dataset ? undefined : valuesOf(form)]));
let sent;
addEventListener('submit', ({ target, submitter }) => {
  sent = submitter?.formTarget ? undefined : target; // a preview is shown in a frame
});
addEventListener('beforeunload', (event) => {
  const isLost = forms.some((form) => form !== sent && valuesOf(form) !== saved.get(form));
  sent = undefined; // whoever stays may leave later
  if (isLost) event.preventDefault();
});
