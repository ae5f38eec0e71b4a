import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';

/** A page of the site, made of a Markdown file of the repository. */
export interface Page {
  /** Its path in the repository. */
  readonly file: string;
  /** Its path on the site, without the ending. */
  readonly path: string;
  /** Its first heading. */
  readonly title: string;
  /** Its first paragraph, without markup. */
  readonly summary: string;
  readonly text: string;
}

/** Every page, in the order of the menu. */
const groups: readonly (readonly [title: string, files: readonly string[]])[] = [
  ['Start', ['README.md', 'docs/getting-started.md', 'docs/guides/faq.md', 'docs/guides/troubleshooting.md']],
  [
    'Guides',
    [
      'docs/guides/page-in-five-minutes.md',
      'docs/guides/nextjs.md',
      'docs/guides/express.md',
      'docs/guides/referral-programme.md',
      'docs/guides/launch-day.md',
      'docs/guides/launch-week.md',
      'docs/moving-in.md',
      'docs/privacy.md',
    ],
  ],
  [
    'Features',
    [
      'docs/email.md',
      'docs/forms.md',
      'docs/trust.md',
      'docs/rewards.md',
      'docs/pages.md',
      'docs/invitations.md',
      'docs/announcements.md',
      'docs/integrations.md',
      'docs/webhooks.md',
      'docs/dashboard.md',
    ],
  ],
  [
    'Reference',
    [
      'docs/api.md',
      'docs/client.md',
      'docs/clients.md',
      'docs/mcp.md',
      'docs/cli.md',
      'docs/configuration.md',
    ],
  ],
  [
    'Run it',
    [
      'docs/deployment.md',
      'docs/operations.md',
      'docs/upgrading.md',
      'docs/versioning.md',
      'docs/scaling.md',
      'docs/performance.md',
      'docs/reliability.md',
      'SECURITY.md',
    ],
  ],
  [
    'Examples',
    [
      'examples/README.md',
      'examples/nextjs/README.md',
      'examples/express/README.md',
      'examples/sveltekit/README.md',
      'examples/plain-html/README.md',
      'examples/status-page/README.md',
    ],
  ],
  ['Change it', ['CONTRIBUTING.md', 'docs/architecture.md', 'docs/rules.md', 'CHANGELOG.md']],
];

export interface Group {
  readonly title: string;
  readonly pages: readonly Page[];
}

/** Reads all pages. */
export function readGroups(): Promise<Group[]> {
  return Promise.all(
    groups.map(async ([title, files]) => ({ title, pages: await Promise.all(files.map(readPage)) })),
  );
}

async function readPage(file: string): Promise<Page> {
  const text = await readFile(file, 'utf8');
  const [, title = file] = /^# (.+)$/m.exec(text) ?? [];
  const summary = text
    .split(/\n{2,}/)
    .find((part) => /^[A-Za-z*`]/.test(part))
    ?.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return { file, path: toSitePath(file), title: title.replaceAll('`', ''), summary: summary ?? '', text };
}

function toSitePath(file: string): string {
  if (file === 'README.md') return 'index';
  const path = file.replace(/^docs\//, '').replace(/\.md$/, '');
  return posix.basename(path) === 'README' ? posix.join(posix.dirname(path), 'index') : path.toLowerCase();
}
