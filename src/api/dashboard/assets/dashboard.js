/**
 * Shows the buttons that copy and close, which need scripts, scrolls to the current tab, follows addresses of
 * parts that became pages, moves along charts, and keeps empty filters out of the address bar.
 */

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

// All settings were one page once, with a heading for each.
function leadOn() {
  const moved = document.querySelector('.sections > nav a:target');
  if (moved) location.replace(moved.href);
}
leadOn();
addEventListener('hashchange', leadOn);

// The bars of a chart are one stop of the Tab key.
const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
for (const chart of document.querySelectorAll('.bars')) {
  const bars = [...chart.querySelectorAll('[data-bar]')];
  chart.addEventListener('keydown', (event) => {
    const from = bars.indexOf(event.target);
    if (from < 0 || !(event.key in steps)) return;
    event.preventDefault();
    const to = bars[Math.max(0, Math.min(bars.length - 1, from + steps[event.key]))];
    bars[from].setAttribute('tabindex', '-1');
    to.setAttribute('tabindex', '0');
    to.focus();
  });
}

for (const form of document.querySelectorAll('.filters'))
  form.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
  });
