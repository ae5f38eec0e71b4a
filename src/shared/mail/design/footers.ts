const unsubscribe = '<a href="{{links.unsubscribe}}" style="color:#71717a">Unsubscribe</a>';
const onList = `You get this email because {{email}} is on this waitlist. ${unsubscribe}`;
const notYou = 'If it was not you, you can ignore this email.';

/**
 * The small text below a mail that the service or the simple editor made, as HTML. Nobody can unsubscribe
 * from a confirmation.
 */
export const footers = {
  toNewSignup: `You get this email because {{email}} was added to this waitlist. If that was not you, you can ignore it. ${unsubscribe}`,
  onList,
  notYou,
  notYouOrUnsubscribe: `${notYou} ${unsubscribe}`,
} as const;
