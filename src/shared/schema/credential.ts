import { z } from 'zod';

/** A key or token as it is pasted. It goes into a request header, so it holds no spaces and only ASCII. */
export const Credential = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,500}$/, 'expected 1 to 500 ASCII characters without spaces');
