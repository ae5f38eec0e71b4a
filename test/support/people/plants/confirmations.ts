import type { Plant } from './plant.ts';

/** The person is on a list that asks for confirmations from the beginning. */
export const confirmations: Plant = {
  places: ({ ofKind }) => ({ 'mails: confirm': ['mails', ofKind('confirm')] }),
};
