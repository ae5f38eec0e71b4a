/** Looks at the server again and again, but never in the background. */

const everyMs = 5_000;
/** After so many looks without an answer, each twice as late as the one before, it stops. */
const mostFailures = 4;

const toDocument = async (answer) => new DOMParser().parseFromString(await answer.text(), 'text/html');

/**
 * A page as it is now, for nobody to read. Undefined if the server is away. Null if looking again is in vain:
 * whoever looks is signed out, or may not see it any more.
 */
async function peek(url) {
  const answer = await fetch(url, { headers: { 'x-peek': '1' } }).catch(() => undefined);
  if (answer?.ok && !answer.redirected) return toDocument(answer);
  return answer === undefined || answer.status === 429 || answer.status >= 500 ? undefined : null;
}

/** Shows the newer parts of a page, by their ids, but for one that somebody is in. */
// biome-ignore lint/correctness/noUnusedVariables: the script behind it in the same file uses it
function renew(shownParts, page) {
  for (const shown of shownParts) {
    const now = page.getElementById(shown.id);
    const isSame = now === null || now.outerHTML === shown.outerHTML;
    if (!isSame && !shown.contains(document.activeElement)) shown.replaceWith(now);
  }
}

/** Calls `show` with what `peek` finds, until it returns true. */
// biome-ignore lint/correctness/noUnusedVariables: the script behind it in the same file uses it
async function poll(url, show) {
  let failures = 0;
  while (failures <= mostFailures) {
    await new Promise((resolve) => setTimeout(resolve, everyMs * 2 ** failures));
    while (document.hidden)
      await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
    const page = await peek(url);
    if (page === null) return;
    failures = page === undefined ? failures + 1 : 0;
    if (page && (await show(page))) return;
  }
}
