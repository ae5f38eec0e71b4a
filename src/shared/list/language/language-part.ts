import { z } from 'zod';
import type { ListPart } from '../parts.ts';
import { listLocales } from './queries.ts';

/** What answers have of the language of a signup. */
export const languageOfSignups: ListPart = {
  details: {
    locale: {
      schema: z
        .string()
        .nullable()
        .describe('Its language, as a language tag; null if it is not known. Only with `include=locale`.'),
      read: listLocales,
    },
  },
};
