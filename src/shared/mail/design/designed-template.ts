import { composeHtml, type EmailDesign } from './email-design.ts';

/** A default template, with the design that the simple editor begins with. */
export interface DesignedTemplate {
  readonly subject: string;
  readonly html: string;
  readonly design: EmailDesign;
}

/** The default template that a design makes. What `design` leaves out is not shown. */
export function designTemplate(
  footer: string,
  subject: string,
  design: Partial<EmailDesign> & Pick<EmailDesign, 'headline' | 'text'>,
): DesignedTemplate {
  const whole: EmailDesign = {
    color: '#18181b',
    show_position: false,
    show_code: false,
    button_target: 'url',
    ...design,
  };
  return { subject, html: composeHtml(whole, footer), design: whole };
}
