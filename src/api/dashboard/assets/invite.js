/** Counts the people of a wave while its form is filled in, and keeps the progress of a wave up to date. Without scripts it works by buttons and links. */

const pauseMs = 400;
const everyMs = 1_500;

const toDocument = async (answer) => new DOMParser().parseFromString(await answer.text(), 'text/html');

const button = document.querySelector('[data-count]');
const form = button?.form;
let timer;
let asked = 0;

/** Shows the newest count. An answer that comes late is not shown. */
async function refresh() {
  asked += 1;
  const number = asked;
  const body = new URLSearchParams(new FormData(form));
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
  form.addEventListener('input', later);
  if (form.checkValidity()) later();
}

async function watch() {
  if (!document.querySelector('#progress[data-under-way]')) return;
  await new Promise((resolve) => setTimeout(resolve, everyMs));
  const answer = await fetch(location.href).catch(() => undefined);
  const next = answer?.ok ? (await toDocument(answer)).querySelector('#progress[data-under-way]') : undefined;
  if (next === null) {
    location.reload();
    return;
  }
  const shown = document.getElementById('progress');
  if (next && !shown.contains(document.activeElement)) shown.replaceWith(next);
  watch();
}
watch();
