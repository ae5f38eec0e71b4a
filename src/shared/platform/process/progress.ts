/** Shows the progress of a long command in a terminal. */
export interface Progress {
  /** Replaces the line with this text and the seconds since the start. */
  show(text: string): void;
  /** Clears the line. */
  end(): void;
}

/** A stream, which knows the width of its lines if it is a terminal. */
export type MaybeTerminal = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

const refreshMs = 1_000;

/**
 * Rewrites one line on standard error.
 * Writes nothing if that is not a terminal, so pipes and logs stay clean.
 */
export function openProgress(stream: MaybeTerminal = process.stderr): Progress {
  if (!stream.isTTY) return { show: () => {}, end: () => {} };
  const startedAt = Date.now();
  let shown = '';
  const write = () => {
    const seconds = Math.floor((Date.now() - startedAt) / 1_000);
    stream.write(`\r\u001b[2K${shown.slice(0, (stream.columns || 80) - 10)} ${seconds} s`);
  };
  const timer = setInterval(() => shown && write(), refreshMs).unref();
  return {
    show(text) {
      shown = text;
      write();
    },
    end() {
      clearInterval(timer);
      if (shown) stream.write('\r\u001b[2K');
      shown = '';
    },
  };
}
