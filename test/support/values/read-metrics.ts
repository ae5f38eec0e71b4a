/** One sample of a scrape. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/**
 * Reads a scrape in Prometheus' text format. @throws Error for an invalid line or a metric that is described
 * twice
 */
export function readMetrics(text: string): Sample[] {
  const described = new Set<string>();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      if (line.startsWith('#')) {
        if (described.has(line)) throw new Error(`Described twice: ${line}`);
        described.add(line);
        return [];
      }
      const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (name === undefined) throw new Error(`Invalid line: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text]);
      return [{ name, labels: Object.fromEntries(pairs), value: Number(value === 'Nan' ? 'NaN' : value) }];
    });
}

/** The sum of the samples with this name and these labels; 0 if there are none. */
export function sumOf(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
) {
  return samples
    .filter(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    )
    .reduce((sum, { value }) => sum + value, 0);
}
