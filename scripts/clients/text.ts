/** Breaks a text into lines of at most `width` characters, each with a prefix. */
export function wrap(text: string, prefix: string, width = 100): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line && prefix.length + line.length + 1 + word.length > width) {
      lines.push(prefix + line);
      line = '';
    }
    line = line ? `${line} ${word}` : word;
  }
  return line ? [...lines, prefix + line] : lines;
}
