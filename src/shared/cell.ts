/**
 * The names of cells, in a regular expression: a character of referral codes (§4.6), because those of a cell
 * begin with it (N7).
 */
export const cellPattern = '[0-9a-hjkmnp-tv-z]';
