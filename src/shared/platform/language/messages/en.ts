/** What people on a list read in English. The other languages have the same sections and names. */
export const en = {
  page: {
    place: 'Your place',
  },
  status: {
    onList: '{total, plural, one {# person on the list} other {# people on the list}}',
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
