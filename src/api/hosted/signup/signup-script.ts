import { inline } from '../document/inline.ts';

/**
 * Improves a form that works without it: it waits until the time is 2 s old, so that whoever is fast sees no
 * second page, and posts once.
 */
export const signupScript = inline(`(() => {
  const form = document.querySelector('[data-signup]');
  const button = form.querySelector('button');
  let isPosting;
  form.addEventListener('submit', (event) => {
    if (isPosting) return event.preventDefault();
    isPosting = true;
    button.setAttribute('aria-disabled', 'true');
    const rest = 2200 - performance.now();
    if (rest <= 0) return;
    event.preventDefault();
    setTimeout(() => HTMLFormElement.prototype.submit.call(form), rest);
  });
  addEventListener('pageshow', () => {
    isPosting = false;
    button.removeAttribute('aria-disabled');
  });
})();`);
