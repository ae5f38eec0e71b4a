/**
 * A client address for `x-forwarded-for`, different for each number below 2²⁴, so that the limit per address
 * does not apply.
 */
export const callerAddress = (number: number): string =>
  `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
