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
    join: '{total, plural, one {Sluit je aan bij #\u00a0ander voor {name}} other {Sluit je aan bij #\u00a0anderen voor {name}}}',
    joinList:
      '{total, plural, one {Sluit je aan bij #\u00a0ander op de wachtlijst} other {Sluit je aan bij #\u00a0anderen op de wachtlijst}}',
    first: 'Wees een van de eersten bij {name}',
    firstList: 'Wees een van de eersten op de wachtlijst',
    open: 'Kom op de wachtlijst voor {name}',
    openList: 'Kom op de wachtlijst',
    invited: '{inviter} nodigt je uit voor {name}',
    invitedList: '{inviter} nodigt je uit voor de wachtlijst',
    onList: '{total, plural, one {# persoon staat op de lijst} other {# mensen staan op de lijst}}',
    action: 'Op de wachtlijst',
  },
  mail: {
    unsubscribe: 'Afmelden',
  },
};
