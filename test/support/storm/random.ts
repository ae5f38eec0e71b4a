/**
 * A random number generator with a seed (mulberry32). @returns a function that returns numbers from 0 to
 * below 1
 */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The item at this share of the list, from 0 to below 1. */
export const pick = <T>(list: readonly T[], share: number): T => list[Math.floor(share * list.length)] as T;
