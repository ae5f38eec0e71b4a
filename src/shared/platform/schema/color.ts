import { z } from 'zod';

/** A color as `#rrggbb`. */
export const Color = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #4338ca');
