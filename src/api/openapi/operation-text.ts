import type { scopeFor } from '../../shared/account/scopes.ts';

/** Every operation of the API description; those with a scope go by the name that the scope is under. */
export type OperationId =
  | keyof typeof scopeFor
  | 'receiveManagedEmailEvents'
  | 'receiveAccountEmailEvents'
  | 'readStatus'
  | 'readPublicLeaderboard'
  | 'submitForm'
  | 'signFormTime'
  | 'checkHealth'
  | 'checkReadiness';

/** What there is to say of an operation beyond its summary, which stands beside its route. */
export interface OperationText {
  readonly description: string;
  /** What each answer is that the route declares. */
  readonly answers: Readonly<Record<number, string>>;
  /** The content types of a body that is taken as it comes, without a shape. */
  readonly body?: readonly string[];
}

/** The texts of some operations. */
export type OperationTexts = Readonly<Partial<Record<OperationId, OperationText>>>;
