import { campaignKeys } from '../../shared/list/signups/campaign.ts';

/** What the address of a page brings along for its form, by its parameters. */
export const linkParameters = ['ref', 'utm_source', ...campaignKeys] as const;
