/** A place of a district where others plug in what they add to it. */
export interface Place<Part> {
  /** Fills it, once, before anything else runs (src/shared/capabilities.ts). */
  fill(parts: readonly Part[]): void;
  /** In the order of the list of capabilities. @throws Error if nobody has filled it */
  parts(): readonly Part[];
}

/** `of` names it in the error. */
export function openPlace<Part>(of: string): Place<Part> {
  let filled: readonly Part[] | undefined;
  return {
    fill(parts) {
      filled = parts;
    },
    parts() {
      if (!filled)
        throw new Error(`src/shared/capabilities.ts must be imported: nothing plugs into ${of} yet`);
      return filled;
    },
  };
}
