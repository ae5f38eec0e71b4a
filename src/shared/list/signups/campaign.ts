/** What the address of a link says of it besides its source, by its parameters. */
export const campaignKeys = ['utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** What the link said that led somebody to sign up. Stamped at creation, as the source is. */
export type Campaign = Readonly<Record<(typeof campaignKeys)[number], string | null>>;

/** Undefined if nothing of it is given. */
export function toCampaign({
  utm_medium = null,
  utm_campaign = null,
  utm_term = null,
  utm_content = null,
}: {
  readonly [Key in keyof Campaign]?: string | null | undefined;
}): Campaign | undefined {
  if (utm_medium === null && utm_campaign === null && utm_term === null && utm_content === null)
    return undefined;
  return { utm_medium, utm_campaign, utm_term, utm_content };
}
