/**
 * Keeps the open page up to date. It asks every 15 s, not all pages at once, and not while nobody looks; less
 * often after an error; and no more after an hour, until somebody looks again. It replaces only the parts
 * that are new, and counts the place up or down to the new one.
 */
export const liveScript = `(() => {
  const root = document.querySelector('[data-live]');
  const heading = document.querySelector('h1');
  const said = document.querySelector('[data-news]');
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const every = 15e3, most = 3e5, long = 36e5;
  let version = root.dataset.version, failures = 0, timer, asking, over = false, until = Date.now() + long;
  if (location.search) history.replaceState(null, '', location.pathname);
  const later = (ms) => {
    clearTimeout(timer);
    if (!over && !document.hidden && Date.now() < until) timer = setTimeout(ask, ms + Math.random() * 3e3);
  };
  const count = (from, to, place) => {
    const text = place.textContent, number = new Intl.NumberFormat(document.documentElement.lang);
    const begun = performance.now();
    const step = (now) => {
      const part = Math.min(1, (now - begun) / 800);
      place.textContent = part === 1 ? text : number.format(Math.round(from + (to - from) * (1 - (1 - part) ** 3)));
      if (part < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  };
  const show = ({ parts, title, news }) => {
    const placeOf = () => root.querySelector('[data-count]');
    const from = placeOf()?.dataset.count;
    for (const [name, html] of Object.entries(parts)) {
      const part = root.querySelector('[data-part="' + name + '"]');
      if (part.dataset.seen === html || (part.dataset.seen === undefined && part.innerHTML === html)) continue;
      part.innerHTML = part.dataset.seen = html;
    }
    const place = placeOf(), to = place?.dataset.count;
    if (title && heading.textContent !== title) heading.textContent = title;
    if (from === undefined || to === undefined || from === to) return;
    said.textContent = news;
    if (!still.matches) count(Number(from), Number(to), place);
  };
  const ask = async () => {
    if (asking) return;
    asking = true;
    let pause = every;
    try {
      const answer = await fetch(root.dataset.live + '?seen=' + version, { cache: 'no-store' });
      if (answer.status === 200) {
        const page = await answer.json();
        version = page.version;
        show(page);
      } else if (answer.status === 404) over = true;
      else if (answer.status !== 204) throw answer;
      failures = 0;
    } catch (problem) {
      const wait = Number(problem.headers?.get('retry-after')) * 1e3 || 0;
      pause = Math.max(wait, Math.min(most, every * 2 ** ++failures));
    }
    asking = false;
    later(pause);
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return clearTimeout(timer);
    until = Date.now() + long;
    later(failures ? every : 1e3);
  });
  later(every);
})();
`;
