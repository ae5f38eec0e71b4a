/** What people on a list read in English. The other languages have the same sections and names. */
export const en = {
  page: {
    place: 'Your place',
  },
  status: {
    heading: 'You are on the list',
    place: 'Your place in line',
    onList: '{total, plural, one {# person on the list} other {# people on the list}}',
    moved: '{places, plural, one {You moved up # place} other {You moved up # places}}',
    perFriend:
      '{places, plural, one {Each friend who signs up moves you up # place.} other {Each friend who signs up moves you up # places.}}',
    toFront: 'One more friend takes you to the front.',
    atFront: 'You are at the front of the line.',
    nowAt: 'Your place is now {place, number}.',
    friends:
      '{count, plural, =0 {Nobody has signed up through you yet.} one {# friend has signed up through you.} other {# friends have signed up through you.}}',
    rewards: 'Rewards',
    missing: '{missing, plural, one {# more until {reward}} other {# more until {reward}}}',
    takes: '{count, plural, one {# friend} other {# friends}}',
    reached: 'Reached',
    checking: 'Being checked',
    share: 'Invite friends',
    link: 'Your link',
    copy: 'Copy',
    copied: 'Copied',
    shareButton: 'Share',
    shareOn: 'Share on {network}',
    shareByEmail: 'Share by email',
    qr: 'QR code',
    qrOf: 'QR code of your link',
    shareText: 'I am on the waitlist for {list}. Join me!',
    leaderboard: 'Leaderboard',
    you: 'You',
    unconfirmed: 'Please confirm your email address',
    unconfirmedText: 'Open the link in the email that we sent you.',
    again: 'Send the link again',
    linkSent: 'We have sent you a new link.',
    linkRecent:
      'We sent you a link recently. Please look for it, also in your spam folder, or try again in an hour.',
    linkNever: 'We send no more links to this address. You keep your place.',
    confirmed: 'Your email address is confirmed.',
    invited: 'You are invited',
    invitedText: 'The link is in your invitation.',
    accept: 'Accept the invitation',
    joined: 'You have joined',
    expired: 'Your invitation has expired',
    declined: 'You have declined your invitation',
  },
  confirm: {
    button: 'Confirm',
  },
  unsubscribe: {
    button: 'Unsubscribe',
  },
  form: {
    thanks: 'Thank you',
  },
  signup: {
    join: 'Join the waitlist',
  },
  card: {
    join: '{total, plural, one {Join #\u00a0other for {name}} other {Join #\u00a0others for {name}}}',
    /** Without the name, where the fonts cannot draw it. */
    joinList:
      '{total, plural, one {Join #\u00a0other on the waitlist} other {Join #\u00a0others on the waitlist}}',
    /** Where there are few people. */
    first: 'Be among the first to join {name}',
    firstList: 'Be among the first on the waitlist',
    /** Where the number of people is not shown. */
    open: 'Join the waitlist for {name}',
    openList: 'Join the waitlist',
    invited: '{inviter} invites you to join {name}',
    invitedList: '{inviter} invites you to join the waitlist',
    onList: '{total, plural, one {# person is on the list} other {# people are on the list}}',
    action: 'Join the waitlist',
  },
  mail: {
    unsubscribe: 'Unsubscribe',
  },
} as const;

/** The texts of a language: those of English, in the same sections. Each is an ICU message. */
export type Messages = {
  readonly [Section in keyof typeof en]: { readonly [Name in keyof (typeof en)[Section]]: string };
};
