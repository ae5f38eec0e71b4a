/** Whether `npm run test:all` runs, which tries every value. `npm test` tries one of each class. */
export const triesAll = process.env.TEST_ALL === '1';

/**
 * One value of each class, another of it each turn, so that many turns try all of them somewhere. Every value
 * in `npm run test:all`.
 */
export function oneOfEach<Value>(turn: number, classes: readonly (readonly Value[])[]): readonly Value[] {
  return classes.flatMap((values) =>
    triesAll ? values : values.slice(turn % values.length, (turn % values.length) + 1),
  );
}
