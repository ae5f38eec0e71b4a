import type { FieldDefinition } from '../../shared/fields/schema.ts';
import type { Signup, SignupInput, SignupResult } from '../../shared/signups/schema.ts';
import type { Stats, StatsQuery } from '../../shared/stats/schema.ts';
import type {
  CreatedWaitlist,
  Waitlist,
  WaitlistInput,
  WaitlistPatch,
  WaitlistWithCount,
} from '../../shared/waitlists/schema.ts';

/** The pagination envelope (§2.10). */
interface PageOf<Item> {
  data: Item[];
  total: number;
  limit: number;
  offset: number;
  has_more: boolean;
}

interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}

/**
 * What the tools can do, for the account of one key: over HTTP by the service's own operations, over stdio by its REST API. Each
 * rejects with an AppError, as the route of the same operation answers.
 */
export interface ToolOperations {
  createWaitlist(input: WaitlistInput): Promise<CreatedWaitlist>;
  listWaitlists(page: PageRequest): Promise<PageOf<WaitlistWithCount>>;
  updateWaitlist(waitlistId: string, patch: WaitlistPatch): Promise<Waitlist>;
  createSignup(waitlistId: string, input: SignupInput): Promise<SignupResult>;
  listSignups(waitlistId: string, query: PageRequest & { readonly email?: string }): Promise<PageOf<Signup>>;
  removeSignup(waitlistId: string, signupId: string): Promise<void>;
  readStats(waitlistId: string, query: StatsQuery): Promise<Stats>;
  listFields(waitlistId: string, page: PageRequest): Promise<PageOf<FieldDefinition>>;
}
