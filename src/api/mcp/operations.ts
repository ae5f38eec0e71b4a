import type { FieldDefinition } from '../../shared/fields/schema.ts';
import type { Page, PageQuery } from '../../shared/schema/paging.ts';
import type { Signup, SignupInput, SignupResult } from '../../shared/signups/schema.ts';
import type { Stats, StatsQuery } from '../../shared/stats/schema.ts';
import type {
  CreatedWaitlist,
  Waitlist,
  WaitlistInput,
  WaitlistPatch,
  WaitlistWithCount,
} from '../../shared/waitlists/schema.ts';

/**
 * The operations behind the tools, for the account of one API key.
 * Over HTTP they are the operations of the service, over stdio they are calls of its REST API.
 * Each rejects with the AppError of the REST route.
 */
export interface ToolOperations {
  createWaitlist(input: WaitlistInput): Promise<CreatedWaitlist>;
  listWaitlists(page: PageQuery): Promise<Page<WaitlistWithCount>>;
  updateWaitlist(waitlistId: string, patch: WaitlistPatch): Promise<Waitlist>;
  createSignup(waitlistId: string, input: SignupInput): Promise<SignupResult>;
  listSignups(waitlistId: string, query: PageQuery & { readonly email?: string }): Promise<Page<Signup>>;
  removeSignup(waitlistId: string, signupId: string): Promise<void>;
  readStats(waitlistId: string, query: StatsQuery): Promise<Stats>;
  listFields(waitlistId: string, page: PageQuery): Promise<Page<FieldDefinition>>;
}
