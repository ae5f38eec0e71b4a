import type { WaitlistSettings } from '../../list/parts.ts';
import { pageName } from './slug.ts';

/** The page of a list at this service, if it is enabled: where its referral links lead without a site. */
export function enabledPageUrl(
  { page: { enabled, slug } }: Pick<WaitlistSettings, 'page'>,
  accountId: string,
  baseUrl: string,
): string | null {
  return enabled && slug !== null ? urlOfPage(baseUrl, pageName(accountId, slug)) : null;
}

export const urlOfPage = (baseUrl: string, name: string): string => `${baseUrl}/w/${name}`;
