import type { Messages } from './en.ts';

export const nl: Messages = {
  page: {
    place: 'Jouw plaats',
  },
  status: {
    onList: '{total, plural, one {# persoon op de lijst} other {# mensen op de lijst}}',
  },
  confirm: {
    button: 'Bevestigen',
  },
  unsubscribe: {
    button: 'Afmelden',
  },
  form: {
    thanks: 'Bedankt',
  },
  signup: {
    join: 'Op de wachtlijst',
  },
  card: {
    join: '{total, plural, one {Sluit je aan bij # ander} other {Sluit je aan bij # anderen}}',
  },
  mail: {
    unsubscribe: 'Afmelden',
  },
};
