/** What other capabilities may use of this one. */
export { insertConfirmEmails, insertSignupEmail, renewLink } from './queries.ts';
export { sendLinkAgain } from './send-link-again.ts';
