import type { MailReports } from '../../../../shared/mail/email-state/read-email-state.ts';

/** Why nothing is known of what became of mails. */
export const unreportedTexts: Record<Exclude<MailReports, 'reported'>, string> = {
  unset:
    'Your email provider reports deliveries, opens and clicks once its webhook is set up on the page Email.',
  never: 'Mail servers (SMTP) do not report deliveries, opens and clicks.',
  no_mail: 'No email provider is set up, so nothing is reported.',
};

/**
 * Whether figures of what became of mails are told: where nothing can be reported, a zero would say that
 * nobody read them. A former provider may have reported some.
 */
export function areTold(reports: MailReports, figures: readonly (number | null)[]): boolean {
  return reports === 'reported' || figures.some((figure) => figure !== null && figure > 0);
}

/** In place of such a figure. */
export const notReported = { figure: <span class="soft">not reported</span>, percent: undefined };
