/** One line of a scrape. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The samples of a scrape, from Prometheus' text form. @throws Error for a line that is none, or a metric that is described twice */
export function readMetrics(text: string): Sample[] {
  const described = new Set<string>();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      if (line.startsWith('#')) {
        if (described.has(line)) throw new Error(`Told twice: ${line}`);
        described.add(line);
        return [];
      }
      const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (name === undefined) throw new Error(`No sample: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text]);
      return [{ name, labels: Object.fromEntries(pairs), value: Number(value === 'Nan' ? 'NaN' : value) }];
    });
}

/** The sum of the samples of a name whose labels include these; 0 where there is none. */
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
