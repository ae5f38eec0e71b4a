#!/usr/bin/env node
/** The command line for operators (C10). */
import { runCommandLine } from './command-line.ts';

process.stdout.on('error', ({ message }) => {
  process.stderr.write(`error: Cannot write the output: ${message}\n`);
  process.exit(1);
});
const code = await runCommandLine(process.argv.slice(2), process);
if (code !== 0) process.exit(code); // at once, whatever connections are still closing
