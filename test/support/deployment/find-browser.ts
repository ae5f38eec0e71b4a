import { existsSync } from 'node:fs';

const paths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The installed Chromium or Chrome, as an option to launch it; undefined if there is none. */
export function findBrowser(): { executablePath: string } | undefined {
  const executablePath = paths.find((path) => existsSync(path));
  return executablePath === undefined ? undefined : { executablePath };
}
