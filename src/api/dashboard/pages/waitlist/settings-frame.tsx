import type { FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import type { Asset } from '../../assets.ts';
import type { FormError } from '../../pages.ts';
import { Sections } from '../../parts/frame/sections.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { brand } from './cards/brand.ts';
import { confirmation } from './cards/confirmation.ts';
import { form } from './cards/form.tsx';
import { leaderboard } from './cards/leaderboard.ts';
import { links } from './cards/links.ts';
import { mail } from './cards/mail.ts';
import { page } from './cards/page.tsx';
import { retention } from './cards/retention.ts';
import { rewards } from './cards/rewards.tsx';
import { WaitlistLayout } from './waitlist-layout.tsx';

/** A page of the settings: its name in addresses, and in the index. */
type Part = Pick<typeof brand, 'id' | 'title'>;

/** The first page, which the tab leads to. */
export const general: Part = { id: 'general', title: 'Name and referral bonus' };
export const closing: Part = { id: 'archive', title: 'Archive or delete' };
const fields: Part = { id: 'fields', title: 'Custom fields' };

/** In the order of the index. */
const groups: readonly { readonly name: string; readonly parts: readonly Part[] }[] = [
  { name: 'List', parts: [general, fields, retention, closing] },
  { name: 'Signing up', parts: [page, form, confirmation] },
  { name: 'Referrals', parts: [links, rewards, leaderboard] },
  { name: 'What people see', parts: [brand, mail] },
];

/** The settings cards with a page of their own. */
export const settingsCards = [page, form, confirmation, links, rewards, leaderboard, brand, mail, retention];

interface SettingsFrameProps {
  readonly request: FastifyRequest;
  readonly part: Part;
  readonly formError: FormError | undefined;
  readonly scripts?: readonly Asset[];
  readonly children: ComponentChildren;
}

/** A page of the settings of a list, with the index of all. */
export function SettingsFrame({ request, part, formError, scripts = [], children }: SettingsFrameProps) {
  const { id, name } = request.waitlist;
  const root = `/dashboard/waitlists/${id}`;
  const isFirst = part === general;
  const hrefOf = (each: Part) =>
    each === general ? `${root}/settings` : `${root}/${each === fields ? '' : 'settings/'}${each.id}`;
  return (
    <WaitlistLayout
      title="Settings"
      part={isFirst ? undefined : part.title}
      request={request}
      formError={formError}
      scripts={['unsaved.js', ...scripts]}
    >
      {!isFirst && (
        <p class="trail inner">
          <a href={`${root}/settings`}>Settings</a>
          <Icon name="chevron-right" size={14} />
          <span>{part.title}</span>
        </p>
      )}
      <Sections
        label={`Settings of ${name}`}
        isFirst={isFirst}
        groups={groups.map((group) => ({
          name: group.name,
          links: group.parts.map((each) => ({
            href: hrefOf(each),
            name: each.title,
            isCurrent: each === part,
            leadsAway: each === fields,
            // All settings were one page once, with a heading for each.
            id: isFirst && each !== general ? each.id : undefined,
          })),
        }))}
      >
        {children}
      </Sections>
    </WaitlistLayout>
  );
}
