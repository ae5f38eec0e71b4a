type Defined<Values> = { [Key in keyof Values]?: Exclude<Values[Key], undefined> };

/** A copy without the properties that are undefined. */
export function defined<Values extends object>(values: Values): Defined<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Defined<Values>;
}
