/**
 * Loaded into a process with `--import`: shifts its `Date` by SKEW_MINUTES, and by SKEW_MINUTES_LATER after SKEW_STEP_SECONDS.
 * Timers and `performance.now()` are not changed.
 */
const { SKEW_MINUTES, SKEW_MINUTES_LATER = SKEW_MINUTES, SKEW_STEP_SECONDS = '0' } = process.env;
const RealDate = Date;

function now() {
  const minutes = performance.now() < Number(SKEW_STEP_SECONDS) * 1_000 ? SKEW_MINUTES : SKEW_MINUTES_LATER;
  return RealDate.now() + Number(minutes) * 60_000;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args) => (args.length > 0 ? new target(...args) : new target(now())),
  apply: () => String(new RealDate(now())),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
