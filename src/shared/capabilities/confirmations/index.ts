/** What other capabilities may use of this one. */
export { type ConfirmationRow, ConfirmationState, toConfirmationState } from './confirmation-state.ts';
export { insertConfirmEmails, insertSignupEmail, renewLink } from './queries.ts';
export { sendLinkAgain } from './send-link-again.ts';
