/** An address for `x-forwarded-for`, another one for each number below 2²⁴: nobody has signed up twenty times this minute. */
export const callerAddress = (number: number): string =>
  `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
