/**
 * Updates the preview of the brand while it is edited, and keeps color pickers and their texts in step.
 * Without scripts the buttons show the preview, and colors are texts.
 */

const panel = document.querySelector('.brand-preview');
const choices = panel.querySelector('form');
/** Missing for users who may not change the brand. */
const button = document.querySelector('button[data-preview]');
const brandForm = button?.form;

const { refresh, refreshSoon } = previewFrame(panel.querySelector('iframe'), (frame) => {
  if (!button) {
    choices.target = frame;
    choices.requestSubmit();
    return;
  }
  button.formAction = `${choices.action}?${new URLSearchParams(new FormData(choices))}`;
  button.formTarget = frame;
  brandForm.requestSubmit(button);
});

choices.querySelector('[data-show]').hidden = true;
choices.addEventListener('change', ({ target }) => {
  if (target.name !== 'screen') refresh(); // the frame is only wider then
});
if (button) button.hidden = true;
brandForm?.addEventListener('input', refreshSoon);
if (brandForm && 'unsaved' in brandForm.dataset) refresh(); // it was refused

for (const picker of document.querySelectorAll('[data-picks]')) {
  const text = document.getElementById(picker.dataset.picks);
  const follow = () => {
    const color = text.value.trim();
    const isColor = /^#[0-9a-f]{6}$/i.test(color);
    if (isColor) picker.value = color;
    picker.classList.toggle('none', !isColor);
  };
  picker.hidden = false;
  picker.addEventListener('input', () => {
    text.value = picker.value;
    follow();
  });
  text.addEventListener('input', follow);
  follow();
}
