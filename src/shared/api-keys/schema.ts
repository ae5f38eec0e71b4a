import { z } from 'zod';
import { boundedList } from '../schema/bounded.ts';
import { oneLine } from '../schema/text.ts';
import { scopes } from '../scopes.ts';

/** Far more than there are: one that stands twice does no harm. */
const maxScopes = 100;

/** A key may do what is chosen here and never more; `all` stands for the scopes there are at this time (§5 rule 3). */
export const ApiKeyInput = z.object({
  name: oneLine(100).default('API key'),
  scopes: z
    .union([z.literal('all'), boundedList(z.array(z.enum(scopes)).min(1), maxScopes, 'scopes')], {
      error: ({ input }) => describeScopes(input),
    })
    .default('all'),
});
export type ApiKeyInput = z.infer<typeof ApiKeyInput>;

/** Which of the scopes is none, and what there is. */
function describeScopes(chosen: unknown): string {
  const expected = `expected all, or some of ${scopes.join(', ')} with commas between`;
  const known = new Set<unknown>(scopes);
  const wrong = Array.isArray(chosen) ? chosen.find((scope) => !known.has(scope)) : undefined;
  return typeof wrong === 'string' && wrong !== '' && wrong.length <= 100
    ? `${wrong} is no scope: ${expected}`
    : expected;
}
