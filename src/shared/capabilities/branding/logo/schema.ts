import { z } from 'zod';
import { named } from '../../../platform/schema/described.ts';

/** A stored logo, as the answer to its upload. */
export const BrandLogo = named(
  'BrandLogo',
  z.object({
    url: z.string().describe('Where it is. Another picture has another URL, so it may be cached for ever.'),
    type: z.string().describe('What is stored: `image/png`, also of an SVG; `image/jpeg` or `image/webp`.'),
    width: z.int().describe('In pixels.'),
    height: z.int().describe('In pixels.'),
  }),
);
export type BrandLogo = z.infer<typeof BrandLogo>;
