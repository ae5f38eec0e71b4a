/** How long work kept the event loop, in ms of CPU time. */
export interface Stretches {
  /** The longest time in which nothing else had its turn. */
  readonly longest: number;
  /** What all of it took. */
  readonly total: number;
}

/** Measures some work: between any two of its parts, the event loop may turn. */
export async function stretchesOf(work: () => Promise<unknown>): Promise<Stretches> {
  const start = process.cpuUsage();
  let turn = start;
  let longest = 0;
  let isOver = false;
  const msSince = (then: NodeJS.CpuUsage) => {
    const { user, system } = process.cpuUsage(then);
    return (user + system) / 1_000;
  };
  const watch = () => {
    longest = Math.max(longest, msSince(turn));
    turn = process.cpuUsage();
    if (!isOver) setImmediate(watch);
  };
  setImmediate(watch);
  try {
    await work();
  } finally {
    isOver = true;
  }
  longest = Math.max(longest, msSince(turn));
  return { longest, total: msSince(start) };
}
