import type { SignupFilters } from '../search/schema.ts';

/** What can be done with a selection in the background (N8). */
export type SelectionAction = 'delete' | 'resend';

/** So many signups that a user deletes wait for so long, and stay if the user wants them back. */
export const mostUndone = 100;
export const undoSeconds = 10;

/** Signups of a waitlist that a user chose: these, or all that match. */
export type Selection = { readonly ids: readonly string[] } | { readonly filters: SignupFilters };

/** What becomes of a selection. */
export interface SelectionProgress {
  readonly id: string;
  readonly action: SelectionAction;
  /** How many signups were chosen. */
  readonly total: number;
  /** Of how many it is done. */
  readonly done: number;
  /** For how many there was nothing to do. */
  readonly left_out: number;
  readonly created_by: string;
  readonly created_at: string;
  /** When a user asked to leave the rest as it is; null if nobody did. */
  readonly stopped_at: string | null;
  readonly finished_at: string | null;
  /** Whether it takes an import back, with all its signups. */
  readonly is_take_back: boolean;
  /** How many suppressions were deleted with them. */
  readonly taken_back: number;
}

/** Whether a selection is a deletion that has not begun, and that can be undone. */
export const canBeUndone = ({
  action,
  total,
  done,
  left_out,
  finished_at,
}: Pick<SelectionProgress, 'action' | 'total' | 'done' | 'left_out' | 'finished_at'>) =>
  action === 'delete' && total <= mostUndone && done + left_out === 0 && finished_at === null;
