/** The preview follows what is written. Without this, the Preview button does the same. */

const pauseMs = 400;

const button = document.querySelector('button[formtarget="preview"]');
const { form } = button;
let shown = document.querySelector('iframe[name="preview"]');
let coming;
let frames = 0;
let timer;

/** Each preview is a frame of its own, so that none of them is a step of the browser's history; the old one stays until the new one is there. */
function refresh() {
  clearTimeout(timer);
  coming?.remove();
  const next = shown.cloneNode();
  next.removeAttribute('src');
  frames += 1;
  next.name = `preview-${frames}`;
  shown.after(next);
  next.addEventListener('load', () => {
    shown.remove();
    shown = next;
    coming = undefined;
  });
  coming = next;
  button.formTarget = next.name;
  form.requestSubmit(button);
}

form.addEventListener('input', ({ target }) => {
  if (target.name !== 'subject' && target.name !== 'html') return;
  clearTimeout(timer);
  timer = setTimeout(refresh, pauseMs);
});
button.addEventListener('click', (event) => {
  event.preventDefault();
  refresh();
});
if (!shown.hasAttribute('src')) refresh(); // what was entered is not what is stored
