/** `npm run bench -- NAME`: how fast a part of the service is beside a tool that does only that. */
import { mail } from './mail.ts';

const benchmarks: Readonly<Record<string, () => Promise<void>>> = { mail };

const benchmark = benchmarks[process.argv[2] ?? ''];
if (benchmark) {
  await benchmark();
} else {
  console.error(`Expected one of: ${Object.keys(benchmarks).join(', ')}`);
  process.exitCode = 1;
}
