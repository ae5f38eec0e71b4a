import { linkParameters } from '../link-parameters.ts';
import { wireShare } from '../status/share/share-script.ts';

/**
 * The script that draws a signup form into a page of the owner's. It is the same for every page: its own
 * address says which one is meant. The form stands in a shadow root, so neither stylesheet reaches the other;
 * what is inherited, and the variables, do. Nothing in it needs inline code or styles: a strict
 * Content-Security-Policy of the page has to name the service in `script-src` and `connect-src`.
 */
export const embedScript = `(() => {
  const script = document.currentScript;
  const url = script.src.replace(/\\/embed\\.js.*/, '');
  const { target } = script.dataset;
  const query = new URLSearchParams();
  for (const name of ${JSON.stringify(linkParameters)}) {
    const value = new URLSearchParams(location.search).get(name);
    if (value) query.set(name, value);
  }
  let policy = { createHTML: (html) => html };
  try {
    policy = window.trustedTypes?.createPolicy('waitlist-embed', policy) ?? policy;
  } catch {}
  const ask = async (path, options) => (await fetch(url + path, { credentials: 'omit', ...options })).json();

  const draw = async () => {
    const host = target ? document.querySelector(target) : document.createElement('div');
    if (!host) return console.error('waitlist: no element is ' + target);
    if (host.shadowRoot) return;
    const form = await ask('/form?' + query);
    if (form.error) return console.error('waitlist: ' + form.error.message);
    if (!form.is_listed)
      console.error('waitlist: add ' + location.origin + ' to form.origins in the settings of the waitlist');
    if (!target) script.after(host);
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(form.style);
    root.adoptedStyleSheets = [sheet];
    const box = document.createElement('div');
    box.lang = form.lang;
    root.append(box);
    show(host, box, form);
  };

  const show = (host, box, { html, site_key, captcha_url, texts }) => {
    box.innerHTML = policy.createHTML(html);
    const form = box.querySelector('form');
    if (!form) return;
    const button = form.querySelector('button');
    const shownAt = performance.now();
    let isPosting;
    if (site_key) drawCaptcha(host, site_key, captcha_url);
    const say = (text, field) => {
      let note = form.querySelector('.problem');
      if (!note) {
        note = document.createElement('p');
        note.className = 'problem';
        note.setAttribute('role', 'alert');
        form.prepend(note);
      }
      note.textContent = text;
      const input = field && form.elements[field];
      for (const each of form.elements) each.removeAttribute('aria-invalid');
      if (input) input.setAttribute('aria-invalid', 'true');
      if (input) input.focus();
    };
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (isPosting) return;
      isPosting = true;
      button.setAttribute('aria-disabled', 'true');
      try {
        await new Promise((done) => setTimeout(done, shownAt + 2200 - performance.now()));
        const body = new URLSearchParams(new FormData(form));
        const token = host.querySelector('[name="cf-turnstile-response"]')?.value;
        if (token) body.set('cf-turnstile-response', token);
        const post = () => ask('', { method: 'POST', body, headers: { accept: 'application/json' } });
        let answer = await post();
        if (answer.again) {
          body.set('_time', answer.again.time);
          await new Promise((done) => setTimeout(done, 2200));
          answer = await post();
        }
        if (answer.ok) {
          box.innerHTML = policy.createHTML(answer.html);
          box.querySelector('h2').focus();
          box.querySelectorAll('.share').forEach(wireShare);
          host.querySelector('[slot=captcha]')?.remove();
          host.dispatchEvent(new CustomEvent('waitlist:joined', { bubbles: true, composed: true }));
          return;
        }
        say(answer.error?.message ?? texts.failed, answer.error?.field);
      } catch {
        say(texts.failed);
      }
      window.turnstile?.reset();
      isPosting = false;
      button.removeAttribute('aria-disabled');
    });
  };

  const wireShare = ${wireShare};

  const drawCaptcha = (host, sitekey, src) => {
    const place = document.createElement('div');
    place.slot = 'captcha';
    host.append(place);
    const render = () => window.turnstile.ready(() => window.turnstile.render(place, { sitekey, size: 'flexible' }));
    if (window.turnstile) return render();
    const tag = document.createElement('script');
    tag.src = src;
    tag.onload = render;
    document.head.append(tag);
  };

  const begin = () => draw().catch(() => console.error('waitlist: ' + url + ' does not answer'));
  if (target && document.readyState === 'loading') addEventListener('DOMContentLoaded', begin, { once: true });
  else begin();
})();
`;
