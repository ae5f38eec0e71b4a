import { listFieldKeys } from '../../list/fields/queries.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import type { Context } from '../context.ts';
import type { EmailTemplate } from '../design/default-template.ts';
import { splitAtPlaceholders } from '../design/template.ts';
import type { MailedSignupRow } from './mailed-signup.ts';

/** A custom field of this name, which a list may have, hides the built-in variable. */
const rankVariable = 'rank';

/** Whose rank is asked for. */
type RankedSignup = Pick<MailedSignupRow, 'position' | 'referral_count' | 'referral_bonus'>;

/**
 * What a mail needs besides its row to show the place in line, read once for each list whose templates do: no
 * other mail costs a query. The result is to be spread into the mail.
 */
export function rankReader({ ranks }: Pick<Context, 'ranks'>, sql: Sql | Tx) {
  const hidden = new Map<string, Promise<boolean>>();

  function isHidden(accountId: string, waitlistId: string): Promise<boolean> {
    const key = JSON.stringify([accountId, waitlistId]);
    const known =
      hidden.get(key) ??
      listFieldKeys(sql, accountId, waitlistId).then((keys) => keys.includes(rankVariable));
    hidden.set(key, known);
    return known;
  }

  return async (
    accountId: string,
    waitlistId: string,
    signup: RankedSignup,
    template: EmailTemplate | null,
  ): Promise<{ rank?: number }> => {
    if (template === null || !showsRank(template) || (await isHidden(accountId, waitlistId))) return {};
    const list = { accountId, waitlistId, bonus: signup.referral_bonus };
    return { rank: (await ranks.of(sql, list)).rankOf(signup) };
  };
}

const showsRank = ({ subject, html }: EmailTemplate): boolean =>
  [subject, html].some(
    (text) =>
      text.includes(rankVariable) && splitAtPlaceholders(text).some(({ name }) => name === rankVariable),
  );
