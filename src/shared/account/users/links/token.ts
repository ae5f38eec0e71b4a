import { hashCheckedToken, newCheckedToken } from '../../../platform/secrets/checked-token.ts';

const prefix = 'usr_';

/** A new token of a mailed link. It is in the mail and nowhere else. */
export const newLinkToken = (): string => newCheckedToken(prefix);

/** What is stored of a token, and what links are found by; undefined for what is no token. */
export const hashLinkToken = (token: unknown): Buffer | undefined => hashCheckedToken(prefix, token);
