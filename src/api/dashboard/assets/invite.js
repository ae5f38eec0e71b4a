/**
 * Counts the people of a wave or an announcement while its form is filled in, and keeps the progress of one
 * up to date. Without scripts it works by buttons and links.
 */

const pauseMs = 400;
const button = document.querySelector('[data-count]');
const form = button?.form;
/** The inputs that are counted: those of a section that says so, or all. */
const counted = button?.closest('[data-counted]');
let timer;
let asked = 0;

const isCounted = (name) =>
  counted === null || name === 'csrf' || counted.querySelector(`[name="${CSS.escape(name)}"]`) !== null;

/** Shows the newest count. An answer that comes late is not shown. */
async function refresh() {
  asked += 1;
  const number = asked;
  const body = new URLSearchParams([...new FormData(form)].filter(([name]) => isCounted(name)));
  const answer = await fetch(button.formAction, { method: 'POST', body }).catch(() => undefined);
  if (number !== asked || answer === undefined) return;
  const page = await toDocument(answer);
  const next = page.getElementById('count');
  const shown = document.getElementById('count');
  const problem = page.querySelector('.draft .problem');
  if (answer.ok && next) shown.replaceChildren(...next.childNodes);
  else shown.textContent = problem === null ? '' : problem.textContent;
}

if (form) {
  button.hidden = true;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(refresh, pauseMs);
  };
  (counted ?? form).addEventListener('input', later);
  if (counted || form.checkValidity()) later();
}

if (document.querySelector('#progress[data-under-way]'))
  poll(location.href, (page) => {
    if (page.querySelector('#progress[data-under-way]') === null) {
      location.reload();
      return true;
    }
    renew(document.querySelectorAll('#progress, [data-live]'), page);
    return false;
  });
