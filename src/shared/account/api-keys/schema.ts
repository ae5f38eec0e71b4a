import { z } from 'zod';
import { boundedList } from '../../platform/schema/bounded.ts';
import { oneLine } from '../../platform/schema/text.ts';
import { scopes } from '../scopes.ts';

/** Far more than exist. Repeated scopes are allowed. */
const maxScopes = 100;

/**
 * The scopes of a key never change. `all` means all scopes that exist when the key is created (§5 rule 3).
 */
export const ApiKeyInput = z.object({
  name: oneLine(100).default('API key'),
  /** A key of the account's test mode (N8). */
  test: z.boolean().optional(),
  scopes: z
    .union(
      [
        z.literal('all'),
        boundedList(z.array(z.enum(scopes)).min(1, 'choose at least one'), maxScopes, 'scopes'),
      ],
      {
        error: ({ input }) => describeScopes(input),
      },
    )
    .default('all'),
});
export type ApiKeyInput = z.infer<typeof ApiKeyInput>;

/** Names the first unknown scope, and the scopes that exist. */
function describeScopes(chosen: unknown): string {
  const expected = `must be all, or a comma-separated list of ${scopes.join(', ')}`;
  const known = new Set<unknown>(scopes);
  const unknown = Array.isArray(chosen) ? chosen.find((scope) => !known.has(scope)) : undefined;
  return typeof unknown === 'string' && unknown !== '' && unknown.length <= 100
    ? `unknown scope ${unknown}: ${expected}`
    : expected;
}
