import { listPlace, type WaitlistSettings } from '../parts.ts';

/** Where people sign up for a list: the page of the account, else that of the service; null without both. */
export function signupPageUrl(settings: WaitlistSettings, accountId: string, baseUrl: string): string | null {
  if (settings.links.site_url !== null) return settings.links.site_url;
  for (const { signupPage } of listPlace.parts()) {
    const url = signupPage?.urlOf(settings, accountId, baseUrl) ?? null;
    if (url !== null) return url;
  }
  return null;
}

/** The groups of settings that it depends on. */
export const signupPageGroups = (): string[] => [
  'links',
  ...listPlace.parts().flatMap(({ signupPage }) => (signupPage ? [signupPage.group] : [])),
];
