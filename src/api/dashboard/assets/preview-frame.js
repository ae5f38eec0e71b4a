/**
 * A frame whose document is replaced while a form is edited. `submit` sends the form into the frame of a name.
 */
// biome-ignore lint/correctness/noUnusedVariables: the script behind it in the same file uses it
function previewFrame(first, submit) {
  const pauseMs = 400;
  let shown = first;
  let loading;
  let frames = 0;
  let timer;

  /**
   * Loads each preview in a new frame, so it adds no entry to the browser history.
   * The old frame stays until then.
   */
  function refresh() {
    clearTimeout(timer);
    loading?.remove();
    const next = shown.cloneNode();
    next.removeAttribute('src');
    next.removeAttribute('loading');
    frames += 1;
    next.name = `preview-${frames}`;
    shown.after(next);
    next.addEventListener('load', () => {
      shown.remove();
      shown = next;
      loading = undefined;
    });
    loading = next;
    submit(next.name);
  }

  return {
    refresh,
    refreshSoon() {
      clearTimeout(timer);
      timer = setTimeout(refresh, pauseMs);
    },
  };
}
