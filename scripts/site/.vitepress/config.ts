import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { slugify } from '../links.ts';

const sidebar = JSON.parse(readFileSync(new URL('../.src/sidebar.json', import.meta.url), 'utf8'));

export default defineConfig({
  title: 'Waitlist service',
  description: 'A waitlist backend: positions, referrals, signup email, statistics and export over REST.',
  lang: 'en',
  srcDir: '.src',
  srcExclude: ['public/**'],
  outDir: 'dist',
  cleanUrls: true,
  buildConcurrency: 1, // the index of the search has the pages in the order in which they were read
  ignoreDeadLinks: [/^https?:\/\/localhost/, /^\/files\//],
  markdown: {
    anchor: { slugify },
    // The placeholders of emails, such as `{{position}}`, are text and no code of the site.
    config(md) {
      const render = md.renderer.rules.code_inline;
      md.renderer.rules.code_inline = (tokens, index, ...rest) => {
        tokens[index]?.attrSet('v-pre', '');
        return render?.(tokens, index, ...rest) ?? '';
      };
    },
  },
  themeConfig: {
    nav: [
      { text: 'API', link: '/api' },
      { text: 'FAQ', link: '/guides/faq' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
  },
});
