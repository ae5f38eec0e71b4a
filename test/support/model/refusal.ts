/** The statuses of §7. */
export const statusOf = {
  invalid_request: 400,
  unauthorized: 401,
  quota_exceeded: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
} as const;

/** A refusal with an error code of §7. It has a message only if a rule defines one. */
export class Refusal extends Error {
  readonly code: keyof typeof statusOf;
  constructor(code: keyof typeof statusOf, message = '') {
    super(message);
    this.code = code;
  }
}

export function refuse(code: keyof typeof statusOf, message?: string): never {
  throw new Refusal(code, message);
}

/** @throws Refusal invalid_request if `holds` is false */
export function check(holds: boolean): void {
  if (!holds) refuse('invalid_request');
}
