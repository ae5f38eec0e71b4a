/** Shows the buttons that copy and close, which need scripts, scrolls to the current tab, and keeps empty filters out of the address bar. */

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = 'Copied';
  });
}

document.addEventListener('click', ({ target }) => target.closest('[data-close]')?.parentElement.remove());
for (const button of document.querySelectorAll('[data-close]')) button.hidden = false;

// On a phone the tabs scroll.
for (const tab of document.querySelectorAll('.tabs [aria-current]')) {
  const tabs = tab.closest('.tabs');
  tabs.scrollLeft = tab.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
}

for (const form of document.querySelectorAll('.filters'))
  form.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
  });
