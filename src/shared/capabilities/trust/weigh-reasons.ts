import { type ReasonAction, type ReasonCode, reasonCodes } from '../../list/signals/reasons.ts';

/** What reasons come to. */
export interface Weight {
  readonly verdict: 'ok' | 'flagged' | 'withheld';
  /** Whether the credit waits for a person: some reason withholds, and not only the pace. */
  readonly needsPerson: boolean;
}

/** Decides what reasons come to under the settings of a list (N4), as the function `weigh_reasons` does. */
export function weighReasons(
  actions: Readonly<Record<ReasonCode, ReasonAction>>,
  reasons: readonly ReasonCode[],
): Weight {
  const withholding = reasons.filter((code) => actions[code] === 'withhold');
  const isFlagged = reasons.some((code) => actions[code] === 'flag');
  return {
    verdict: withholding.length > 0 ? 'withheld' : isFlagged ? 'flagged' : 'ok',
    needsPerson: withholding.some((code) => code !== 'velocity'),
  };
}

/** Reasons in one order, each once, without those that the settings ignore. */
export function joinReasons(
  actions: Readonly<Record<ReasonCode, ReasonAction>>,
  ...lists: readonly (readonly string[])[]
): ReasonCode[] {
  const given = new Set(lists.flat());
  return reasonCodes.filter((code) => given.has(code) && actions[code] !== 'ignore');
}
