import type { BrandSettings } from '../../../../../shared/capabilities/branding/settings.ts';
import { AppError } from '../../../../../shared/platform/errors.ts';
import { locales } from '../../../../../shared/platform/language/locales.ts';
import type { SettingsCard } from './settings-card.tsx';

const languages = new Intl.DisplayNames(['en'], { type: 'language' });

/** How the pages look that people on the list see. */
export const brand: SettingsCard = {
  id: 'brand',
  title: 'Brand',
  about:
    'How the pages look that people on the list see: their status, the confirmation, unsubscribing and the form. Default mails have its color and logo. Whatever the colors, texts on them stay legible.',
  controls: () => [
    {
      at: 'brand.headline',
      label: 'Headline',
      hint: 'At the top of the signup page and the status page. Leave empty for the name of the list.',
    },
    { at: 'brand.text', label: 'Text below it', lines: 3 },
    {
      at: 'brand.color',
      label: 'Color',
      hint: 'Of buttons and links. Leave empty for a neutral one.',
      placeholder: '#4338ca',
      isColor: true,
    },
    {
      at: 'brand.background',
      label: 'Background',
      hint: 'Where pages are light or dark as the device is, it is used in the look that it belongs to, and the other look gets its counterpart.',
      placeholder: '#f3efe6',
      isColor: true,
    },
    {
      at: 'brand.theme',
      label: 'Look',
      options: [
        ['auto', 'Light or dark, as the device is'],
        ['light', 'Light'],
        ['dark', 'Dark'],
      ],
    },
    {
      at: 'brand.font',
      label: 'Font',
      options: [
        ['system', 'The device’s own'],
        ['serif', 'With serifs'],
        ['mono', 'Monospaced'],
        ['rounded', 'Rounded'],
      ],
    },
    {
      at: 'brand.language',
      label: 'Language',
      options: [
        ['', 'The one that each visitor prefers'],
        ...locales.map((locale) => [locale, languages.of(locale) ?? locale] as const),
      ],
    },
    {
      at: 'brand.links',
      label: 'Links below the pages',
      hint: 'A text and its address on each line; at most five.',
      placeholder: 'Imprint https://www.example.com/imprint',
      lines: 2,
      show: (stored: BrandSettings['links']) => stored.map(({ label, url }) => `${label} ${url}`).join('\n'),
      read: toLinks,
    },
  ],
  save: 'Save brand',
};

/** Reads lines such as `Imprint https://www.example.com/imprint`. @throws AppError invalid_request */
function toLinks(text: string): BrandSettings['links'] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.map((line, index) => {
    const [, label, url] = /^(.*\S)\s+(\S+)$/.exec(line) ?? [];
    if (label === undefined || url === undefined)
      throw new AppError(
        'invalid_request',
        `brand.links.${index}: write a text and its address, such as Imprint https://www.example.com/imprint`,
      );
    return { label, url };
  });
}
