/** `npm run bench -- NAME`: how fast a part of the service is beside a tool that does only that. */
import { deliveries } from './deliveries.ts';
import { exports } from './export.ts';
import { mail } from './mail.ts';
import { reads } from './reads.ts';
import { signups } from './signups.ts';
import { tools } from './tools.ts';

const benchmarks: Readonly<Record<string, () => Promise<void>>> = {
  signups,
  export: exports,
  reads,
  mail,
  deliveries,
  tools,
};

const benchmark = benchmarks[process.argv[2] ?? ''];
if (benchmark) {
  await benchmark();
} else {
  console.error(`Expected one of: ${Object.keys(benchmarks).join(', ')}`);
  process.exitCode = 1;
}
