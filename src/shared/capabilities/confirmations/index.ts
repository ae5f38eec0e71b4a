/** What other capabilities may use of this one. */
export { ConfirmationState, toConfirmationState, type ConfirmationRow } from './confirmation-state.ts';
export { insertConfirmEmails, insertSignupEmail, renewLink } from './queries.ts';
export { sendLinkAgain } from './send-link-again.ts';
