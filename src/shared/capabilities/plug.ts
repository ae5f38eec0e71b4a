import type { ListPart } from '../list/parts.ts';
import type { MailPart } from '../mail/parts.ts';

/** What a capability plugs into the districts before it. */
export interface Plug {
  readonly list?: ListPart;
  readonly mail?: MailPart;
}
