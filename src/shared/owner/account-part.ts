import type { AccountPart } from '../account/parts.ts';
import './jobs.ts';
import { insertMails } from './notices/queries.ts';

/** What users are told of their accounts. */
export const noticesOfAccounts: AccountPart = {
  tellOfWrongCodes(tx, { account_id, id }) {
    const mail = { about: 'wrong_codes', user_id: id } as const;
    return insertMails(tx, account_id, [mail]);
  },
};
