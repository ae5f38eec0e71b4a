/**
 * Who does something: a user of the dashboard, an API key, a connected app, an operator, or somebody who is
 * not signed in.
 */
export interface Actor {
  readonly type: 'user' | 'api_key' | 'app' | 'command_line' | 'visitor';
  readonly id: string | null;
  /** The address of the user, the name of the key, or that of the app with the address of its user. */
  readonly name: string | null;
}

/** An operator, and the service itself at its first start. */
export const operator: Actor = { type: 'command_line', id: null, name: null };

/** An account and who acts in it. Without an actor it is the operator: every `Caller` has one. */
export interface Acting {
  readonly accountId: string;
  readonly actor?: Actor;
}
