import { findInviterName } from '../../../shared/capabilities/pages/find-inviter-name.ts';
import { type OpenPage, openPage } from '../../../shared/capabilities/pages/open-page.ts';
import { defaultLocale } from '../../../shared/platform/language/locales.ts';
import type { WebContext } from '../../web-context.ts';
import { cardColors } from './card-colors.ts';
import type { CardRequest } from './card-store.ts';
import { cardTexts, firstNameOf } from './card-texts.ts';
import { openCardLogos } from './find-card-logo.ts';

/** Finds what the card of a signup page shows to whoever follows the link of a signup. */
export interface CardFinder {
  /** @throws AppError not_found for a page that is not there */
  byName(ctx: Pick<WebContext, 'sql' | 'config'>, pageName: string, code: string): Promise<CardRequest>;
  /** Of a page that is open already. */
  of(ctx: Pick<WebContext, 'sql'>, page: OpenPage, code: string): Promise<CardRequest>;
}

/** A card is drawn again at most once in this time because somebody has signed up. */
const totalMs = 60_000;
const mostTotals = 10_000;
/** More people than a card has room for. */
const mostPeople = 20;

/** Opens it with nothing remembered: pages and pictures share one, so that they show the same numbers. */
export function openCardFinder(): CardFinder {
  const findCardLogo = openCardLogos();
  const totals = new Map<string, { readonly total: number; readonly until: number }>();

  function steady(listId: string, total: number): number {
    const known = totals.get(listId);
    if (known && performance.now() < known.until) return known.total;
    totals.delete(listId);
    totals.set(listId, { total, until: performance.now() + totalMs });
    const [oldest] = totals.keys();
    if (totals.size > mostTotals && oldest !== undefined) totals.delete(oldest);
    return total;
  }

  const find: CardFinder['of'] = async (ctx, page, code) => {
    const { brand, page: settings } = page.settings;
    const field = settings.invited_by_field;
    const inviter = field === null ? null : firstNameOf(await findInviterName(ctx, page, code, field));
    const total = page.total === null ? null : steady(page.waitlist_id, page.total);
    const language = brand.language ?? defaultLocale;
    return {
      listId: page.waitlist_id,
      isPersonal: inviter !== null,
      content: {
        language,
        ...cardTexts({ name: page.waitlist_name, total, inviter, brand }, language),
        people: Math.min(total ?? mostPeople, mostPeople),
        font: brand.font,
        colors: cardColors(brand),
        logo: await findCardLogo(ctx.sql, brand.logo),
      },
    };
  };

  /** A link that spreads is asked for by many at once: one look-up is enough for them. */
  const finding = new Map<string, Promise<CardRequest>>();
  return {
    of: find,
    byName(ctx, pageName, code) {
      const key = JSON.stringify([pageName, code]);
      const findNow = async () => find(ctx, await openPage(ctx, pageName), code);
      const found = finding.get(key) ?? findNow().finally(() => finding.delete(key));
      finding.set(key, found);
      return found;
    },
  };
}
