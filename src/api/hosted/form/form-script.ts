import { linkParameters } from '../link-parameters.ts';

/**
 * The script that a page may include (N6). It only improves a form that works without it: it signs the time,
 * takes `ref`, `utm_source` and the like from the address of the page, posts without leaving the page, and
 * says how that went. It is the same for every form: its own address says which one is meant. If a request
 * fails, for example by the page's Content-Security-Policy, the form is posted as if there were no script.
 */
export const formScript = `(() => {
  const url = document.currentScript.src.replace(/\\/script\\.js.*/, '');
  const wire = (form) => {
    let time, since, busy;
    const sign = async () => {
      if (time && Date.now() - since < 36e5) return;
      time = (await (await fetch(url + '/time')).json()).time;
      since = Date.now();
    };
    let note = form.querySelector('[data-message]');
    if (!note) form.append((note = document.createElement('p')));
    note.setAttribute('role', 'status');
    form.addEventListener('focusin', () => sign().catch(() => {}), { once: true });
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (busy) return;
      busy = true;
      try {
        await sign();
        await new Promise((done) => setTimeout(done, since + 2100 - Date.now()));
        const body = new URLSearchParams(new FormData(form));
        body.set('_time', time);
        const query = new URLSearchParams(location.search);
        for (const name of ${JSON.stringify(linkParameters)})
          if (!body.get(name) && query.get(name)) body.set(name, query.get(name));
        const answer = await fetch(url, { method: 'POST', body, headers: { accept: 'application/json' } });
        const { error, message } = await answer.json();
        note.textContent = error ? error.message : form.dataset.thanks || message;
        if (error) window.turnstile?.reset();
        else form.reset();
      } catch {
        HTMLFormElement.prototype.submit.call(form);
      }
      busy = false;
    });
  };
  document.querySelectorAll('form[action="' + url + '"]').forEach(wire);
})();
`;
