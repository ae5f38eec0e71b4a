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
    join: '{total, plural, one {Join # other person} other {Join # others}}',
  },
  mail: {
    unsubscribe: 'Unsubscribe',
  },
} as const;

/** The texts of a language: those of English, in the same sections. Each is an ICU message. */
export type Messages = {
  readonly [Section in keyof typeof en]: { readonly [Name in keyof (typeof en)[Section]]: string };
};
