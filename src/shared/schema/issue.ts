import type { z } from 'zod';

/** Whether a value is not there that its shape asks for. Only zod's words tell: an issue does not hold the value. */
export function isMissing({ code, message }: z.core.$ZodIssue): boolean {
  return code === 'invalid_type' && message.includes('received undefined');
}

/** What is wrong with the `config` of an integration or a mail provider: a key that it does not know (§4.7 rule 2), or else the first thing. */
export function describeConfigError({ issues }: z.ZodError): string {
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown) return `Unknown config field: ${unknown.keys[0]}`;
  const [issue] = issues;
  return `config.${issue?.path.join('.')}: ${issue && isMissing(issue) ? 'is required' : issue?.message}`;
}
