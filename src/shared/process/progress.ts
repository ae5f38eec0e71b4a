/** How far long work is, for somebody who waits for it at a terminal. */
export interface Progress {
  /** Puts this in the place of what was shown before, with the seconds since the work began. */
  show(text: string): void;
  /** Takes it away. */
  end(): void;
}

const refreshMs = 1_000;

/** One line on standard error that is written anew. Where that is no terminal nothing is written: pipes and logs stay clean. */
export function openProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
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
