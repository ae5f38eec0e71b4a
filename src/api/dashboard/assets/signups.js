/** Keys and counts on the page of signups, and the progress of what is done with them. Without scripts it works by links and forms. */

for (const element of document.querySelectorAll('[data-script]')) element.hidden = false;

const boxes = [...document.querySelectorAll('.pick input[type="checkbox"]')];
const rows = boxes.map((box) => box.closest('tr'));
const linkOf = (row) => row.querySelector('th a');
const bar = document.querySelector('.selection');
const scope = document.querySelector('.selection select[name="scope"]');
const all = document.querySelector('[data-pick-page]');
const count = document.querySelector('[data-picked]');

/** Shows how many rows are selected. Selecting one means that the selected rows are meant. */
function update(isChange) {
  const picked = boxes.filter((box) => box.checked).length;
  bar.hidden = picked === 0;
  count.textContent = `${picked} selected`;
  all.checked = picked === boxes.length;
  all.indeterminate = picked > 0 && picked < boxes.length;
  if (isChange && picked > 0) scope.value = 'rows';
  for (const [index, row] of rows.entries()) row.classList.toggle('picked', boxes[index].checked);
}

if (scope) {
  update(false);
  for (const box of boxes) box.addEventListener('change', () => update(true));
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked;
    update(true);
  });
}

const off = 'waitlist-keys-off';
const help = document.getElementById('keys');
const isOn = document.querySelector('[data-keys-on]');
if (isOn) {
  isOn.checked = localStorage.getItem(off) === null;
  isOn.addEventListener('change', () => {
    if (isOn.checked) localStorage.removeItem(off);
    else localStorage.setItem(off, '');
  });
}

/** Moves to the next or previous row; from anywhere else to the first one. */
function move(step) {
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const row = rows[at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)];
  if (row) linkOf(row).focus();
}

const actions = {
  j: () => move(1),
  k: () => move(-1),
  x() {
    const index = rows.findIndex((row) => row.contains(document.activeElement));
    boxes[index]?.click();
  },
  '/': () => document.querySelector('input[name="q"]')?.focus(),
  '?': () => help?.togglePopover(),
};

document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const isTyped = target.closest('input:not([type="checkbox"]), select, textarea, [contenteditable]');
  if (ctrlKey || metaKey || altKey || isTyped || !Object.hasOwn(actions, key)) return;
  if (localStorage.getItem(off) !== null && key !== '?') return;
  event.preventDefault();
  actions[key]();
});

if (document.querySelector('#progress[data-under-way]')) {
  const onlyWaits = document.querySelector('#progress progress') === null;
  poll(location.href, async (page) => {
    if (page.querySelector('#progress[data-under-way]') !== null) {
      renew(document.querySelectorAll('#progress, #told'), page);
      return false;
    }
    // How it ended is told once: to the page that shows it. What waited to be deleted is off the page already.
    if (onlyWaits || boxes.some((box) => box.checked)) {
      const ended = await toDocument(await fetch(location.href));
      for (const id of ['progress', 'told'])
        document.getElementById(id).replaceWith(ended.getElementById(id) ?? '');
    } else location.reload();
    return true;
  });
}
