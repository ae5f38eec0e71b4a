import type { Group } from './pages.ts';

/** Where the list for language models is kept. It is on the site too. */
export const llmsFile = 'docs/llms.txt';

const about =
  'A waitlist backend: positions, referrals, signup email, statistics and export over REST. Open source, for your own servers.';

/** What the pages are about, with links, as https://llmstxt.org describes. Links are those of the site. */
export function toLlmsText(groups: readonly Group[]): string {
  const sections = groups.map(({ title, pages }) => {
    const lines = pages.map(({ path, title: name, summary }) => `- [${name}](/${path}.md): ${summary}`);
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return [
    `# Waitlist service\n\n> ${about}\n`,
    'All pages in one file: [llms-full.txt](/llms-full.txt). The API: [openapi.json](/files/docs/openapi.json).\n',
    ...sections,
  ].join('\n');
}

/** All pages in one file. */
export function toFullText(groups: readonly Group[]): string {
  return groups
    .flatMap(({ pages }) => pages.map(({ file, text }) => `<!-- ${file} -->\n\n${text.trim()}\n`))
    .join('\n');
}
