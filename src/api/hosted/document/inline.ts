import { createHash } from 'node:crypto';

/** A stylesheet or a script within a page, and what a content security policy calls it. */
export interface Inline {
  readonly text: string;
  readonly source: string;
}

/** Make it once, where a module is loaded: pages only look it up. */
export function inline(text: string): Inline {
  return { text, source: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };
}
